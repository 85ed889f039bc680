// @vitest-environment node
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

/*
 * The import table of docs/architecture.md, checked on the files as they are. A folder may import itself and what its row
 * says; a new folder is fenced from its first file on.
 */
const root = resolve(import.meta.dirname, '../..')

const foldersIn = (path: string) =>
  readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [`${path}/${entry.name}`] : [],
  )
const namesIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

/** The rows of a table of docs/architecture.md. */
function rowsBelow(head: string): string[] {
  const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  return page.slice(page.indexOf(head)).split('\n\n')[0]?.split('\n').slice(2) ?? []
}
const folderRows = rowsBelow('| folder | may import |')

/** The folders of the table, with what each may import; `*` stands for every folder on the disk. */
function readTable(): Record<string, string[]> {
  return Object.fromEntries(
    folderRows.flatMap((row) => {
      const [folders, allowed] = row.split(' | ')
      const named = namesIn(folders).flatMap((name) => (name.endsWith('/*') ? foldersIn(name.slice(0, -2)) : [name]))
      return named.map((folder) => [folder, namesIn(allowed)])
    }),
  )
}
const table = readTable()

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts') && !name.includes('node_modules'))
    .map((name) => join(folder, name).replaceAll('\\', '/'))
}

/** What a file imports from this repository, by path from the root, type imports too; `typed` leaves those out. */
function importsOf(file: string, { typed = true } = {}): string[] {
  const source = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  const found = source.matchAll(
    /(import|export)(\s+type\b)?[^'"`;]*?from\s*['"](\.[^'"]+)['"]|import\(\s*['"](\.[^'"]+)['"]/g,
  )
  const bare = source.matchAll(/import\s*['"](\.[^'"]+)['"]/g)
  const paths = [...found].flatMap(([, , type, from, dynamic]) => (type && !typed ? [] : [from ?? dynamic ?? '']))
  return [...paths, ...[...bare].map(([, path]) => path ?? '')]
    .filter(Boolean)
    .map((path) => relative(root, resolve(root, dirname(file), path)).replaceAll('\\', '/'))
}

const within = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)

/** What the second table lets a noun's room take from another: names by room and file. */
function readBorrowed(): Map<string, Map<string, string[]>> {
  return new Map(
    rowsBelow('| room | from another room |').map((row) => {
      const [room, cell = ''] = row.split(' | ')
      const files = cell.split(' · ').map((part) => {
        const [file = '', ...names] = namesIn(part)
        return [file, names] as const
      })
      return [namesIn(room)[0] ?? '', new Map(files)]
    }),
  )
}
const borrowed = readBorrowed()

/** The names that a file imports, by the file that they come from. */
function namedImports(file: string): [path: string, names: string[]][] {
  const source = readFileSync(join(root, file), 'utf8')
  return [...source.matchAll(/import\s+(?:type\s+)?([^'"]*?)\s+from\s*['"](\.[^'"]+)['"]/g)].map(
    ([, list = '', path = '']) => [
      relative(root, resolve(root, dirname(file), path)).replaceAll('\\', '/'),
      list
        .replace(/[{}]/g, '')
        .split(',')
        .map((name) =>
          name
            .trim()
            .replace(/^type /, '')
            .replace(/ as .*/, ''),
        )
        .filter(Boolean),
    ],
  )
}

/** `file → imported` for every import that leaves the fence. */
function escapes(folder: string, allowed: string[]): string[] {
  return filesBelow(folder).flatMap((file) =>
    importsOf(file)
      .filter((path) => !within(path, folder) && !allowed.some((other) => within(path, other)))
      .filter((path) => !borrowed.get(folder)?.has(path))
      .map((path) => `${file} → ${path}`),
  )
}

describe('the import fence', () => {
  it.each(Object.entries(table).filter(([folder]) => existsSync(join(root, folder))))(
    '%s imports only what it may',
    (folder, allowed) => {
      expect(filesBelow(folder).length).toBeGreaterThan(0)
      expect(escapes(folder, allowed)).toEqual([])
    },
  )

  it('has a row for every folder of the app', () => {
    const apart = ['src/features', 'src/locales']
    expect(foldersIn('src').filter((folder) => !(folder in table) && !apart.includes(folder))).toEqual([])
    expect(Object.keys(table).length).toBeGreaterThan(25)
  })

  it('lets a noun of `src/data` import another one by the second table only', () => {
    const nouns = foldersIn('src/data')
    const taken = nouns.flatMap((noun) =>
      filesBelow(noun).flatMap((file) =>
        importsOf(file)
          .filter((path) => nouns.some((other) => other !== noun && within(path, other)))
          .filter((path) => !borrowed.get(noun)?.has(path))
          .map((path) => `${file} → ${path}`),
      ),
    )
    expect(nouns.length).toBeGreaterThan(5)
    expect(taken).toEqual([])
  })

  it('lets a room take from another one what the second table names, and no more', () => {
    const taken = [...borrowed].flatMap(([room, files]) =>
      filesBelow(room).flatMap((file) =>
        namedImports(file).flatMap(([path, names]) =>
          files.has(path) ? names.map((name) => `${room} ${path} ${name}`) : [],
        ),
      ),
    )
    const listed = [...borrowed].flatMap(([room, files]) =>
      [...files].flatMap(([path, names]) => names.map((name) => `${room} ${path} ${name}`)),
    )
    expect(new Set(taken)).toEqual(new Set(listed))
    expect(listed.length).toBeGreaterThan(10)
  })

  it('has a row for every folder of the server', () => {
    const apart = ['server/scripts']
    expect(foldersIn('server').filter((folder) => !(folder in table) && !apart.includes(folder))).toEqual([])
  })

  it('has nobody import the tools of the build', () => {
    const files = ['contract', 'src', 'sw', 'server'].flatMap(filesBelow)
    expect(files.filter((file) => importsOf(file).some((path) => within(path, 'tools')))).toEqual([])
  })

  it('finds an import that leaves the fence', () => {
    expect(escapes('src/app', [])).not.toEqual([])
    expect(importsOf('src/main.tsx')).toContain('src/app/data-layer.tsx')
  })

  it('lets only src/api read shapes in the browser, and only one module know other servers', () => {
    const files = ['src', 'sw'].flatMap(filesBelow)
    const having = (pattern: RegExp) => files.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')))
    expect(having(/from '(@valibot|valibot)/).sort()).toEqual([
      'src/api/from-other-server.ts',
      'src/api/read-answer.ts',
      'src/api/read-shape.ts',
    ])
    expect(having(/env\.VITE_API_MARK/)).toEqual(['src/api/from-other-server.ts'])
  })

  it('loads routes again only where a failed one is tried again', () => {
    const files = filesBelow('src').filter((file) => /\.invalidate\(/.test(readFileSync(join(root, file), 'utf8')))
    expect(files.sort()).toEqual([
      'src/features/catalogue/list-trouble.tsx',
      'src/parts/failures/route-error.tsx',
      'src/ui/loading/pending.tsx',
    ])
  })

  it('has no circles', () => {
    const files = ['contract', 'src', 'sw', 'server'].flatMap(filesBelow)
    // also by types and by chunks that are fetched later: a reader of one file should not need the other first
    const graph = new Map(files.map((file) => [file, importsOf(file)]))
    expect(circles(graph)).toEqual([])
    expect(
      circles(
        new Map([
          ['a.ts', ['b.ts']],
          ['b.ts', ['a.ts']],
        ]),
      ),
    ).toEqual(['a.ts → b.ts → a.ts'])
  })
})

/** Every circle once, as the path from a file back to itself. */
function circles(graph: Map<string, string[]>): string[] {
  const found: string[] = []
  const done = new Set<string>()
  const visit = (file: string, path: string[]): void => {
    const at = path.indexOf(file)
    if (at >= 0) found.push([...path.slice(at), file].join(' → '))
    if (at >= 0 || done.has(file)) return
    for (const next of graph.get(file) ?? []) visit(next, [...path, file])
    done.add(file)
  }
  for (const file of graph.keys()) visit(file, [])
  return found
}
