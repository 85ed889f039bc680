// @vitest-environment node
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../support/free-port.mjs'

/*
 * Does what docs/Containerfile says, in empty folders, without a container: copies what .dockerignore lets through, builds, copies
 * what the second stage takes, and starts the server there. Only the packages are not installed again.
 */

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)
let folder: string
beforeAll(async () => {
  // not below node_modules: the macros of Lingui are not compiled there
  folder = await mkdtemp(join(tmpdir(), 'container-'))
})
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))

const ignored = (await readFile(join(root, '.dockerignore'), 'utf8')).split('\n')
/** Whether .dockerignore lets a path through. It ignores everything but what it names. */
function isSent(path: string): boolean {
  if (/(^|\/)node_modules(\/|$)|\.tsbuildinfo$/.test(path)) return false
  return (
    path === '' ||
    ignored.some((line) => line.startsWith('!') && (path === line.slice(1) || path.startsWith(`${line.slice(1)}/`)))
  )
}

interface Stage {
  copies: string[][]
  runs: string[]
  env: Record<string, string>
  command: string[]
}

/** The stages with the instructions that matter here. */
async function readStages(): Promise<Stage[]> {
  const text = (await readFile(join(root, 'docs/Containerfile'), 'utf8')).replace(/\\\n/g, ' ')
  const stages: Stage[] = []
  for (const line of text.split('\n')) {
    const [word, ...rest] = line.split(/\s+/)
    if (word === 'FROM') stages.push({ copies: [], runs: [], env: {}, command: [] })
    const stage = stages.at(-1)
    if (word === 'COPY') stage?.copies.push(rest)
    if (word === 'RUN') stage?.runs.push(...rest.join(' ').split(' && '))
    if (word === 'ENV') for (const pair of rest) Object.assign(stage?.env ?? {}, Object.fromEntries([pair.split('=')]))
    if (word === 'CMD') stage?.command.push(...JSON.parse(rest.join(' ')))
  }
  return stages
}

test('the container file builds the shop from an empty folder, and its image starts', {
  timeout: 300_000,
}, async () => {
  expect(ignored[1]).toBe('*')
  const [build, image] = await readStages()
  if (!build || !image) throw new Error('the container file has two stages')
  const [app, shop] = [join(folder, 'app'), join(folder, 'image')]
  await Promise.all([mkdir(app), mkdir(shop)])

  for (const words of build.copies) {
    const to = words.at(-1) ?? ''
    for (const source of words.slice(0, -1)) {
      const target = to.endsWith('/') ? join(app, to, source) : join(app, to)
      await cp(join(root, source), target, { recursive: true, filter: (path) => isSent(relative(root, path)) })
    }
  }
  expect(await readdir(app)).not.toContain('data')
  await symlink(join(root, 'node_modules'), join(app, 'node_modules'))
  const path = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  const env = { PATH: path, HOME: folder }
  const own = build.runs.filter((each) => !/^npm (ci|prune)\b/.test(each))
  expect(own).toEqual(['npm run build'])
  for (const each of own) await run('sh', ['-c', each], { cwd: app, env, maxBuffer: 2 ** 24 })

  for (const [from = '', source = '', to = ''] of image.copies) {
    expect(from).toBe('--from=build')
    const target = to.endsWith('/') ? join(shop, to, source.replace('/app/', '')) : join(shop, to)
    const isPackages = source === '/app/node_modules'
    if (isPackages) await symlink(join(root, 'node_modules'), target)
    else await cp(join(folder, source), target, { recursive: true })
  }
  const port = await freePort()
  const settings = {
    ...image.env,
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    NODE_COMPILE_CACHE: join(folder, 'cache'),
  }
  const [, ...args] = image.command
  const server = spawn(process.execPath, args, { cwd: shop, env: { ...env, ...settings }, stdio: 'ignore' })
  try {
    const page = async () => (await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined))?.text()
    await expect.poll(page, { timeout: 120_000 }).toContain('class="hero"')
  } finally {
    server.kill('SIGTERM')
    if (server.exitCode === null) await once(server, 'exit')
  }
})
