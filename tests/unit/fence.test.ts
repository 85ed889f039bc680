// @vitest-environment node
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, it } from 'vitest'

/* The import tables of docs/architecture.md, checked on the files as they are: a new folder is fenced from its first file on. */
const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const filesBelow = (folder: string) =>
  globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }).filter((name) => !name.endsWith('.d.ts'))
const foldersIn = (path: string) =>
  readdirSync(join(root, path)).flatMap((name) => (/\./.test(name) ? [] : [`${path}/${name}`]))
const within = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)

/** A table's rows: what a folder may import; `*` stands for every folder on the disk. */
function readTable(head: string): Map<string, string[]> {
  const page = read('docs/architecture.md')
  const rows = page.slice(page.indexOf(head)).split('\n\n')[0]?.split('\n').slice(2) ?? []
  const names = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, name]) => name ?? [])
  const all = (name: string) => (name.endsWith('/*') ? foldersIn(name.slice(0, -2)) : [name])
  const cells = rows.map((row) => row.split(' | ').map(names))
  return new Map(cells.flatMap(([folders, to]) => folders?.flatMap(all).map((one) => [one, to ?? []] as const) ?? []))
}
const [table, exceptions] = [readTable('| folder | may import |'), readTable('| room | from another room |')]

/** What a file imports from this repository, types and late chunks too. */
function importsOf(file: string): string[] {
  const code = read(file).replace(/\/\*[\s\S]*?\*\//g, '')
  const found = [...code.matchAll(/(?:\bfrom|\bimport\(?)\s*['"](\.[^'"]+)['"]/g)]
  return found.map(([, path = '']) => normalize(join(dirname(file), path)))
}
const files = ['contract', 'src', 'sw', 'server'].flatMap(filesBelow)

/** `file → imported` for the imports of a folder that `isAllowed` does not know. */
const escapes = (folder: string, isAllowed: (path: string) => boolean) =>
  filesBelow(folder).flatMap((file) =>
    importsOf(file)
      .filter((path) => !isAllowed(path) && !exceptions.get(folder)?.includes(path))
      .map((path) => `${file} → ${path}`),
  )

it.each([...table])('%s imports only what it may', (folder, allowed) => {
  expect(filesBelow(folder).length).toBeGreaterThan(0)
  expect(escapes(folder, (path) => [folder, ...allowed].some((each) => within(path, each)))).toEqual([])
})

it('has a row for every folder, exceptions that are needed, and finds an import that leaves the fence', () => {
  const apart = ['src/locales', 'server/scripts']
  const folders = ['src', 'server'].flatMap(foldersIn)
  expect(folders.filter((folder) => !table.has(folder) && !apart.includes(folder))).toEqual([])
  for (const [room, paths] of exceptions)
    expect(filesBelow(room).flatMap(importsOf)).toEqual(expect.arrayContaining(paths))
  expect(escapes('src/app', (path) => within(path, 'src/app'))).toContain(
    'src/app/layout.tsx → src/ui/shop-address.tsx',
  )
})

it('keeps tools, shapes, other servers and loading again where they belong', () => {
  const having = (pattern: RegExp) => files.filter((file) => /^s(rc|w)/.test(file) && pattern.test(read(file))).sort()
  expect(files.filter((file) => importsOf(file).some((path) => within(path, 'tools')))).toEqual([])
  const readers = ['exchange', 'other-server'].map((name) => `src/api/${name}.ts`)
  expect(having(/from '(@valibot|valibot)/)).toEqual(readers)
  expect(having(/env\.VITE_API_MARK/)).toEqual(['src/api/other-server.ts'])
  // the build's table of calls has no bodies: a form names its schema
  expect(having(/\bcalls\.\w+\.(body|query)\b/)).toEqual([])
  const again = ['ui/failure-pages', 'ui/loading/spinner']
  expect(having(/\.invalidate\(/)).toEqual(again.map((name) => `src/${name}.tsx`))
})

it('has no circles', () => {
  const done = new Set<string>()
  const visit = (file: string, path: string[]): string[] => {
    if (path.includes(file)) return [[...path.slice(path.indexOf(file)), file].join(' → ')]
    const found =
      done.has(file) || !files.includes(file) ? [] : importsOf(file).flatMap((next) => visit(next, [...path, file]))
    done.add(file)
    return found
  }
  expect(files.flatMap((file) => visit(file, []))).toEqual([])
})
