import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readSettings } from '../../../server/settings.ts'
import { startS3 } from '../../support/s3-server.ts'
import { fastFolder } from '../../support/tools.mjs'
import { post, type ServerProcess, startServer } from '../process.ts'

let folder: string
let running: ServerProcess[]
beforeEach(async () => {
  folder = await mkdtemp(join(fastFolder(), 'start-'))
  running = []
})
afterEach(async () => {
  for (const { child } of running) child.kill('SIGKILL')
  await Promise.all(running.map(({ ended }) => ended))
  await rm(folder, { recursive: true })
})
function start(env: Record<string, string> = {}) {
  const server = startServer({ DATA_DIR: folder, ...env })
  running.push(server)
  return server
}

describe('a start that fails', () => {
  async function failure(env: Record<string, string>) {
    const { code, said, errors } = await start(env).ended
    expect([code, said]).toEqual([1, ''])
    // one sentence: no stack, no second line
    expect(errors).toMatch(/^[^\n]+\.\n$/)
    expect(errors).not.toMatch(/at .*:\d+:\d+|node_modules/)
    return errors
  }

  it.each(['PORT', 'METRICS'])('says that the port of %s is in use', { tags: '@long' }, async (name) => {
    const blocker = createServer().listen(0, '127.0.0.1')
    await once(blocker, 'listening')
    // a server that listens on a port has an address with one
    const { port } = blocker.address() as AddressInfo
    const value = name === 'PORT' ? String(port) : `127.0.0.1:${port}`
    const told = await failure({ [name]: value, ADMIN_EMAIL: 'boss@example.org', ADMIN_PASSWORD: 'secret word' })
    expect(told).toContain(name === 'PORT' ? `The port ${port} is in use` : `${value} for METRICS`)
    blocker.close()
  })

  it('says which process uses the data folder', { tags: '@long' }, async () => {
    const first = start()
    await first.address
    expect(await failure({})).toContain(`in use by another server (pid ${first.child.pid})`)
  })

  it('starts with the data folder of a killed server', { tags: '@long' }, async () => {
    const first = start()
    await first.address
    first.child.kill('SIGKILL')
    await first.ended
    await expect(start().address).resolves.toMatch(/^http:/)
  })

  it('says that the data folder cannot be written to', { tags: '@long' }, async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    expect(await failure({ DATA_DIR: join(file, 'data') })).toContain('cannot be written to')
  })

  it('says that the database is unreachable, without its password', async () => {
    const errors = await failure({ DATABASE_URL: 'postgres://shop:hidden-word@127.0.0.1:1/shop' })
    expect(errors).toContain('DATABASE_URL cannot be reached')
    expect(errors).not.toContain('hidden-word')
  })

  it('reports a setting that cannot be', async () => {
    expect(await failure({ PORT: '70000' })).toContain('PORT')
  })
})

const odd = `
  PORT=http CATALOGUE=full RATE_LIMIT_FACTOR=0 LOG_LEVEL=loud CORS_ORIGINS=shop.example TRUST_PROXY=everybody
  DATABASE_URL=mysql://x IMAGES_URL=ftp://x METRICS=on METRICS=localhost:9100 METRICS=127.0.0.1:70000
  TRUST_PROXY=0 TRUST_PROXY=10 TRUST_PROXY=loopback TRUST_PROXY=10.0.0.0/33 ADMIN_EMAIL=a@b.co
  SMTP_URL=smtp://localhost`
it.each(odd.trim().split(/\s+/))('the setting %s is refused and named', (text) => {
  const [name = '', value] = text.split('=')
  expect(() => readSettings({ [name]: value })).toThrow(name)
})

describe('a first start', () => {
  it('creates the demonstration and an administrator with a random password, printed once', async () => {
    const first = start({ CATALOGUE: 'demo' })
    const address = await first.address
    const answer = await fetch(`${address}/api/fish/?per_page=100`)
    const { fishes, total } = (await answer.json()) as { fishes: { type: string; image: string }[]; total: number }
    expect(total).toBe(60)
    expect(new Set(fishes.slice(0, 5).map((fish) => fish.type))).toEqual(new Set(['fish', 'seafood']))
    const picture = await fetch(address + fishes[0]?.image)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
    const top = (await (await fetch(`${address}/api/fishes/top/`)).json()) as { rating: number }[]
    expect(top).toHaveLength(8)
    expect(top[0]?.rating).toBeGreaterThan(4)
    first.child.kill('SIGTERM')
    const { said, code } = await first.ended
    expect(code).toBe(0)
    const [, username, password = ''] = /First administrator: (\S+) with the password (\S+)/.exec(said) ?? []
    expect(password.length).toBeGreaterThanOrEqual(20)
    const second = start()
    expect(await post(`${await second.address}/api/users/login/`, { username, password })).toMatchObject({
      status: 200,
    })
    second.child.kill('SIGTERM')
    expect((await second.ended).said).not.toContain('administrator')
  })

  it('makes all its files private to its user, whatever the folder’s mode was', { tags: '@long' }, async () => {
    const data = join(folder, 'data')
    await mkdir(data, { mode: 0o755 })
    const umask = process.umask(0o022)
    const server = start({ DATA_DIR: data })
    process.umask(umask)
    await server.address
    const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)
    expect(await modeOf(data)).toBe('700')
    const names = (await readdir(data, { recursive: true })).map((name) => join(data, name))
    expect(names.length).toBeGreaterThan(1)
    for (const name of names) expect([name, (await modeOf(name)).slice(1)]).toEqual([name, '00'])
  })
})

describe('a start with a picture store', () => {
  const logged = { LOG_LEVEL: 'warn' }
  async function warnings(env: Record<string, string>, expected: RegExp) {
    const server = start({ ...logged, ...env })
    let said = ''
    server.child.stdout?.on('data', (chunk) => {
      said += chunk
    })
    const { port } = new URL(await server.address)
    await expect.poll(() => said).toMatch(expected)
    expect((await fetch(`http://127.0.0.1:${port}/api/health/`)).status).toBe(200)
    return said
  }

  it('says in a sentence that the store cannot be reached, and serves without pictures', {
    tags: '@long',
  }, async () => {
    const said = await warnings(
      { IMAGES_URL: 's3://KEY:SECRET@127.0.0.1:1/pictures?tls=off' },
      /"msg":"The picture store cannot be reached\. Check IMAGES_URL: until it works, pictures are missing/,
    )
    expect(said).not.toContain('SECRET')
  })

  it('says that the store refuses the key', { tags: '@long' }, async () => {
    const s3 = await startS3('right')
    const imagesUrl = `s3://KEY:wrong@${s3.host}/pictures?tls=off`
    await warnings({ IMAGES_URL: imagesUrl }, /answered 403 to GET\. Check IMAGES_URL/)
    await s3.stop()
  })
})
