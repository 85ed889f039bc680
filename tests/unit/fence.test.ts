// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, it } from 'vitest'

/* The import tables of docs/architecture.md, checked on the files as they are: a new folder is fenced from its first file on. */
const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const filesBelow = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.d\.ts$|node_modules/.test(name))
    .map((name) => join(folder, name))
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
  return [...code.matchAll(/(?:\bfrom|\bimport\(?)\s*['"](\.[^'"]+)['"]/g)].map(([, path = '']) =>
    normalize(join(dirname(file), path)),
  )
}
const [everything, rooms] = [['contract', 'src', 'sw', 'server'], foldersIn('src/data')]
const graph = new Map(everything.flatMap(filesBelow).map((file) => [file, importsOf(file)]))

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

it.each(rooms)('%s imports another noun by the second table only', (room) => {
  expect(escapes(room, (path) => !rooms.some((other) => other !== room && within(path, other)))).toEqual([])
})

it('has a row for every folder, exceptions that are needed, and finds an import that leaves the fence', () => {
  const apart = ['src/features', 'src/locales', 'server/scripts']
  const folders = [...foldersIn('src'), ...foldersIn('server')]
  expect(folders.filter((folder) => !table.has(folder) && !apart.includes(folder))).toEqual([])
  const needed = (room: string) => new Set(filesBelow(room).flatMap(importsOf))
  expect([...exceptions].flatMap(([room, paths]) => paths.filter((path) => !needed(room).has(path)))).toEqual([])
  expect(escapes('src/app', (path) => within(path, 'src/app'))).toContain('src/app/router.tsx → src/routes/root.ts')
})

it('keeps tools, shapes, other servers and loading again where they belong', () => {
  const files = [...graph.keys()]
  const having = (pattern: RegExp) => files.filter((file) => /^s(rc|w)/.test(file) && pattern.test(read(file))).sort()
  expect(files.filter((file) => graph.get(file)?.some((path) => within(path, 'tools')))).toEqual([])
  const readers = ['from-other-server', 'read-answer', 'read-shape'].map((name) => `src/api/${name}.ts`)
  expect(having(/from '(@valibot|valibot)/)).toEqual(readers)
  expect(having(/env\.VITE_API_MARK/)).toEqual(['src/api/from-other-server.ts'])
  const again = ['features/catalogue/list-trouble', 'parts/failures/route-error', 'ui/loading/pending']
  expect(having(/\.invalidate\(/)).toEqual(again.map((name) => `src/${name}.tsx`))
})

it('has no circles', () => {
  const done = new Set<string>()
  const visit = (file: string, path: string[]): string[] => {
    if (path.includes(file)) return [[...path.slice(path.indexOf(file)), file].join(' → ')]
    const found = done.has(file) ? [] : (graph.get(file) ?? []).flatMap((next) => visit(next, [...path, file]))
    done.add(file)
    return found
  }
  expect([...graph.keys()].flatMap((file) => visit(file, []))).toEqual([])
})
