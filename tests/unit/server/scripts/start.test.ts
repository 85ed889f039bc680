// @vitest-environment node
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const repository = join(import.meta.dirname, '../../../..')
const lock = (version: string) => JSON.stringify({ packages: { '': {}, 'node_modules/a': { version } } })

/** A fake npm: records its calls, and writes the files that npm and the build would write. */
const npm = `#!${process.execPath}
import { appendFileSync, copyFileSync, mkdirSync, symlinkSync, existsSync, writeFileSync } from 'node:fs'
const call = process.argv.slice(2).filter((arg) => !arg.startsWith('-')).join(' ')
appendFileSync('calls', call + '\\n')
if (process.env.BROKEN === call) process.exit(3)
if (call === 'ci') {
  mkdirSync('node_modules/.bin', { recursive: true })
  if (!existsSync('node_modules/.bin/node')) symlinkSync(process.execPath, 'node_modules/.bin/node')
  copyFileSync('package-lock.json', 'node_modules/.package-lock.json')
} else {
  mkdirSync('dist', { recursive: true })
  writeFileSync('dist/index.html', 'page')
  const { writeBuildStamp } = await import(process.cwd() + '/server/scripts/prepare.mjs')
  writeBuildStamp()
}
`
const server = `
process.on('SIGTERM', () => { console.log('asked to end'); process.exit(7) })
console.log('ready', process.env.PORT)
if (process.env.PORT === '1') process.exit(5)
setInterval(() => undefined, 1000)
`

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'start-'))
  await cp(join(repository, 'server/scripts'), join(root, 'server/scripts'), { recursive: true })
  for (const folder of ['src', 'sw', 'contract', 'public', 'server/site', 'tools/build'])
    await mkdir(join(root, folder), { recursive: true })
  await writeFile(join(root, 'src/main.tsx'), 'one')
  await writeFile(join(root, 'package-lock.json'), lock('1.0.0'))
  await writeFile(join(root, 'package.json'), '{"type":"module"}')
  await writeFile(join(root, 'server/main.ts'), server)
  await writeFile(join(root, 'tools/npm'), npm)
  await writeFile(join(root, 'tools/package.json'), '{"type":"module"}')
  await chmod(join(root, 'tools/npm'), 0o755)
})
afterEach(() => rm(root, { recursive: true }))

async function start(options: { port?: string; env?: Record<string, string> } = {}) {
  const { port = '1', env = {} } = options
  const path = [join(root, 'tools'), process.env.PATH].join(delimiter)
  const child = spawn(process.execPath, ['server/scripts/start.mjs'], {
    cwd: root,
    env: { ...process.env, PATH: path, PORT: port, ...env },
  })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const ready = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk) => {
      said += chunk
      if (said.includes('ready')) resolve()
    })
  })
  const ended = once(child, 'close').then(([code]) => ({ code, said }))
  return { child, ready, ended }
}
async function calls() {
  const text = await readFile(join(root, 'calls'), 'utf8').catch(() => '')
  await rm(join(root, 'calls'), { force: true })
  return text.trim().split('\n').filter(Boolean)
}
const run = async (env?: Record<string, string>) => (await start(env ? { env } : {})).ended

describe('npm start', () => {
  it('installs and builds once, and again only after changes', async () => {
    expect(await run()).toMatchObject({ code: 5, said: expect.stringContaining('ready 1') })
    expect(await calls()).toEqual(['ci', 'run build'])
    await run()
    expect(await calls()).toEqual([])
    await writeFile(join(root, 'src/main.tsx'), 'two')
    await run()
    expect(await calls()).toEqual(['run build'])
    await writeFile(join(root, 'package-lock.json'), lock('2.0.0'))
    await run()
    expect(await calls()).toEqual(['ci', 'run build'])
    await run({ VITE_API_URL: 'https://api.example' })
    expect(await calls()).toEqual(['run build'])
  })

  it('passes on signals and the exit code', async () => {
    const { child, ready, ended } = await start({ port: '8080' })
    await ready
    child.kill('SIGTERM')
    expect(await ended).toMatchObject({ code: 7, said: expect.stringContaining('asked to end') })
  })

  it('ends with the npm that runs it, although npm ends only its shell', async () => {
    await (await start()).ended
    const command = `"${process.execPath}" server/scripts/start.mjs & wait`
    const env = { ...process.env, PORT: '8080', npm_lifecycle_event: 'start' }
    const shell = spawn('sh', ['-c', command], { cwd: root, env })
    let said = ''
    shell.stdout.on('data', (chunk) => {
      said += chunk
    })
    await expect.poll(() => said).toContain('ready')
    shell.kill('SIGKILL')
    await expect.poll(() => said).toContain('asked to end')
  })

  it('does not start the server when an earlier step fails', async () => {
    expect(await run({ BROKEN: 'ci' })).toMatchObject({
      code: 1,
      said: expect.stringContaining('could not be installed'),
    })
    const built = await run({ BROKEN: 'run build' })
    expect(built).toMatchObject({ code: 1, said: expect.stringContaining('could not be built') })
    expect(built.said).not.toContain('ready')
  })

  it('says so on a Node that is too old', async () => {
    const path = join(root, 'server/scripts/prepare.mjs')
    const text = await readFile(path, 'utf8')
    await writeFile(path, text.replace('process.versions.node.split', "'18.20.1'.split"))
    const answer = await run()
    expect(answer).toMatchObject({ code: 1, said: expect.stringContaining('needs Node 20.19 or newer') })
    expect(await calls()).toEqual([])
  })
})
