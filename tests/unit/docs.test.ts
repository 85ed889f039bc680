// @vitest-environment node
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { nodeFlags } from '../../server/scripts/prepare.mjs'
import { readSettings, variables } from '../../server/settings.ts'
import { parseS3Url } from '../../server/storage/open-bytes.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const below = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true }).map((name) => `${folder}/${name}`)
const atTop = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'tests/README.md']
const documents = [...atTop, ...below('docs')].filter((path) => path.endsWith('.md'))
// the project's own file, whose shape npm defines
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
const settings = Object.keys(variables)
/** with those that Node, the C library, `npm run move` and the tests read */
const others = [
  'NODE_ENV',
  'MALLOC_ARENA_MAX',
  'NODE_COMPILE_CACHE',
  'MOVE_TO',
  'MOVE_IMAGES',
  'TEST_SEED',
  'TEST_ORDER',
]
const known = [...settings, ...others]
/** Whether a version is in a range of npm's: alternatives of `>=1.2`, `^1.2.3`, `1.2` or `1`. */
function isIn(range: string, version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return range.split('||').some((part) => {
    const [, sign = '', from = ''] = /^\s*(>=|>|\^|~)?\s*v?([\d.]+)/.exec(part) ?? []
    const [itsMajor = 0, itsMinor = 0] = from.split('.').map(Number)
    if (sign.startsWith('>')) return major > itsMajor || (major === itsMajor && minor >= itsMinor)
    return major === itsMajor && minor >= itsMinor
  })
}
const tableRows = (text: string) => text.split('\n').filter((line) => line.startsWith('| `'))

describe.each(documents)('%s', (path) => {
  const text = read(path)

  it('names only commands that exist', () => {
    const commands = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name)
    for (const name of commands) expect(Object.keys(scripts)).toContain(name)
    for (const [, file = ''] of text.matchAll(/node (server\/\S+\.(?:ts|mjs))/g)) {
      expect([file, existsSync(join(root, file))]).toEqual([file, true])
    }
  })

  it('names only settings that exist', () => {
    const assigned = [...text.matchAll(/\b([A-Z][A-Z_]{3,})=/g)].map(([, name]) => name)
    for (const name of assigned) expect(known).toContain(name)
  })

  it('links only to what is there, and to nothing of one machine', () => {
    const paths = [...text.matchAll(/`((?:src|server|contract|tests|sw|tools)\/[^\s`*<]*)`/g)].map(
      ([, name = '']) => name,
    )
    expect(paths.filter((name) => !existsSync(join(root, name)))).toEqual([])
    for (const [, target = ''] of text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)) {
      if (/^https?:/.test(target)) continue
      expect([target, existsSync(join(root, dirname(path), target))]).toEqual([target, true])
    }
    expect(text).not.toMatch(/\/(root|home|work)\/|registry\.\w+/)
  })
})

it.each(['docs/quayside.service', 'docs/operations.md'])('%s starts the server with the flags of npm start', (path) => {
  expect(read(path)).toMatch(new RegExp(`node ${nodeFlags.join(' ')} (/opt/quayside/)?server/main\\.ts`))
})

describe('the README', () => {
  const [, table = ''] = read('README.md').split('## Settings')

  it('lists every setting with its default', () => {
    const rows = tableRows(table.split('## Layout')[0] ?? '')
    const listed = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name))
    expect(listed.sort()).toEqual([...settings].sort())
    for (const row of rows) {
      const [, names = '', standard = ''] = row.split('|')
      const name = /`(\w+)`/.exec(names)?.[1] ?? ''
      const schema = Reflect.get(variables, name) as { default?: string }
      expect([name, standard.replace(/[`\s]/g, '')]).toEqual([name, schema.default ?? ''])
    }
  })

  it('names a Node for which every package is made, so that npm warns of none', () => {
    const floor = /npm and Node (\d+\.\d+) or newer/.exec(read('README.md'))?.[1] ?? ''
    // the project's own files, whose shapes npm defines
    const own = JSON.parse(read('package.json')) as { engines: { node: string } }
    expect(own.engines.node).toBe(`>=${floor}`)
    const lock = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { optional?: true; engines?: { node?: string } }>
    }
    // npm leaves out optional packages that do not fit
    const asked = Object.entries(lock.packages).flatMap(([name, { optional, engines }]) =>
      optional || !engines?.node ? [] : [[name, engines.node] as const],
    )
    expect(asked.length).toBeGreaterThan(100)
    expect(asked.filter(([, range]) => !isIn(range, floor))).toEqual([])
    expect(isIn('^20.19.0 || ^22.13.0 || >=24.0.0', '22.12')).toBe(false)
  })

  it('has every package in an exact version', () => {
    const { dependencies, devDependencies, overrides } = JSON.parse(read('package.json')) as Record<
      string,
      Record<string, string>
    >
    const all = Object.entries({ ...dependencies, ...devDependencies, ...overrides })
    // `$name` is the version of the package itself
    expect(all.filter(([name, version]) => version !== `$${name}` && !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
  })

  it('lists folders that are there', () => {
    for (const row of tableRows(table.split('## Layout')[1]?.split('## Scripts')[0] ?? '')) {
      const folder = /`([\w/]+)\/`/.exec(row)?.[1] ?? 'none'
      expect([folder, existsSync(join(root, folder))]).toEqual([folder, true])
    }
  })
})

describe('the systemd unit', () => {
  const sections = new Map<string, [string, string][]>()
  let section = ''
  for (const line of read('docs/quayside.service').split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    const header = /^\[(\w+)\]$/.exec(line)?.[1]
    section = header ?? section
    const pair: [string, string] = [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]
    sections.set(section, header ? [] : [...(sections.get(section) ?? []), pair])
  }
  const all = (key: string) =>
    (sections.get('Service') ?? []).filter(([name]) => name === key).map(([, value]) => value)

  it('starts what is there, with settings that exist, where it may write', () => {
    const words = (all('ExecStart')[0] ?? '').split(' ')
    const [node = '', main = ''] = [words[0], words.at(-1)]
    const home = `${all('WorkingDirectory')[0]}/`
    expect(node).toBe(`${home}node_modules/.bin/node`)
    expect(existsSync(join(root, main.replace(home, '')))).toBe(true)
    const environment = Object.fromEntries(all('Environment').map((pair) => pair.split('=')))
    for (const name of Object.keys(environment)) expect(known).toContain(name)
    expect(environment.DATA_DIR).toBe(`/var/lib/${all('StateDirectory')[0]}`)
    expect(environment.NODE_COMPILE_CACHE).toBe(`/var/cache/${all('CacheDirectory')[0]}`)
    expect(Number(all('TimeoutStopSec')[0])).toBeGreaterThan(10)
  })
})

describe('the Containerfile', () => {
  const instructions = read('docs/Containerfile')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(/\s+/))
  const of = (name: string) => instructions.filter(([word]) => word === name).map(([, ...rest]) => rest)

  it('copies what is there and leaves nothing behind that the server imports', () => {
    const copied = of('COPY').map(([, source]) => source ?? '')
    const own = copied.filter((source) => source.startsWith('/app/')).map((source) => source.slice('/app/'.length))
    const fromHere = of('COPY')
      .filter(([first]) => !first?.startsWith('--'))
      .flatMap((words) => words.slice(0, -1))
    for (const path of [...fromHere, ...own.filter((name) => name !== 'dist')]) {
      expect([path, existsSync(join(root, path))]).toEqual([path, true])
    }
    expect(own).toEqual(expect.arrayContaining(['package.json', 'node_modules', 'contract', 'server', 'dist']))
    const imports = below('server')
      .filter((path) => /\.(ts|mjs)$/.test(path) && !path.includes('/scripts/'))
      .flatMap((path) => [...read(path).matchAll(/from '(\.[^']+)'/g)].map(([, to = '']) => join(dirname(path), to)))
    expect(imports.filter((path) => !/^(server|contract)\//.test(path))).toEqual([])
  })

  it('runs the server as nobody special, with settings that exist', () => {
    expect(of('USER')).toEqual([['node']])
    const names = of('ENV')
      .flat()
      .map((pair) => pair.split('=')[0])
    for (const name of names) expect(known).toContain(name)
    const environment = Object.fromEntries(
      of('ENV')
        .flat()
        .map((pair) => pair.split('=')),
    )
    const owned = of('RUN').find((words) => words.includes('chown')) ?? []
    for (const name of ['DATA_DIR', 'NODE_COMPILE_CACHE']) expect(owned.slice(-2)).toContain(environment[name])
    const command: unknown = JSON.parse((of('CMD')[0] ?? []).join(' '))
    expect(command).toEqual(['node', ...nodeFlags, 'server/main.ts'])
    expect(existsSync(join(root, 'server/main.ts'))).toBe(true)
  })
})

describe('the compose file', () => {
  interface Service {
    build?: { context: string; dockerfile: string }
    ports?: string[]
    environment?: Record<string, string>
    volumes?: string[]
  }
  // checked below as far as the shop's part goes
  const { services } = load(read('docs/compose.yml')) as { services: Record<string, Service> }
  const env = (name: string) => services[name]?.environment ?? {}
  /** An address with a password in place of the variable. */
  const filled = (text = '') => text.replace(/\$\{(\w+):\?\}/g, 'secret')

  it('builds the shop as the Containerfile does, with settings that exist and are valid', () => {
    const { build } = services.shop ?? {}
    expect(existsSync(join(root, 'docs', build?.context ?? '', build?.dockerfile ?? ''))).toBe(true)
    for (const name of Object.keys(env('shop'))) expect(settings).toContain(name)
    const values = Object.entries(env('shop')).map(([name, value]) => [name, filled(value)])
    expect(readSettings(Object.fromEntries(values))).toMatchObject({ trustProxy: 1 })
  })

  it('leads the shop to its database and its bucket, under one name and password each', () => {
    const database = new URL(filled(env('shop').DATABASE_URL))
    expect([database.hostname, database.username, database.pathname]).toEqual([
      'database',
      env('database').POSTGRES_USER,
      `/${env('database').POSTGRES_DB}`,
    ])
    const { bucketUrl, accessKeyId } = parseS3Url(filled(env('shop').IMAGES_URL))
    expect([bucketUrl, accessKeyId]).toEqual(['http://pictures:9000/pictures', env('pictures').MINIO_ROOT_USER])
    for (const [name, variable] of [
      ['DATABASE_URL', env('database').POSTGRES_PASSWORD],
      ['IMAGES_URL', env('pictures').MINIO_ROOT_PASSWORD],
    ]) {
      expect(env('shop')[name ?? '']).toContain(variable)
      expect(variable).toMatch(/^\$\{\w+:\?\}$/)
    }
  })

  it('opens no port but the shop’s, for this machine alone, and has one volume of data for it', () => {
    const opened = Object.entries(services).flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port]))
    expect(opened).toEqual([['shop', '127.0.0.1:8080:8080']])
    const data = /^VOLUME (\S+)$/m.exec(read('docs/Containerfile'))?.[1]
    expect(services.shop?.volumes).toEqual([`shop:${data}`])
  })
})
