// @vitest-environment node
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { shellRoutes } from '../../../../server/site/app-files.ts'

const script = "document.documentElement.lang='en'"
const style = 'body{margin:0}'
const page = (chunk: string) =>
  `<!doctype html><title>Q</title><style>${style}</style><script>${script}</script>` +
  `<script type="module" crossorigin src="./assets/${chunk}.js"></script>`
const sha = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

let root: string
let apps: FastifyInstance[]
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'shell-'))
  apps = []
})
afterEach(async () => {
  await Promise.all(apps.map((app) => app.close()))
  await rm(root, { recursive: true })
})

async function build(chunk: string) {
  const dist = join(root, 'dist')
  await rm(dist, { recursive: true, force: true })
  await mkdir(join(dist, 'assets'), { recursive: true })
  await mkdir(join(dist, '.vite'))
  const code = `export const name = '${chunk}'`
  const files = { 'index.html': page(chunk), [`assets/${chunk}.js`]: code, 'sw.js': 'real worker', 'icon.png': 'png' }
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(dist, name), text)
    if (name === 'icon.png') continue
    await writeFile(join(dist, `${name}.br`), brotliCompressSync(text))
    await writeFile(join(dist, `${name}.gz`), gzipSync(text))
  }
  await writeFile(join(dist, '.vite/manifest.json'), '{}')
  await writeFile(join(dist, '.stamp'), 'stamp')
  await writeFile(join(dist, 'manifest.webmanifest'), '{}')
  await writeFile(join(root, '.env'), 'SECRET=1')
}

async function serve(options: { killSwitch?: boolean; trustProxy?: boolean } = {}) {
  const app = fastify({ exposeHeadRoutes: false, trustProxy: options.trustProxy ?? false })
  apps.push(app)
  app.setNotFoundHandler((_, reply) => reply.code(404).send({ detail: 'the rest says no' }))
  const settings = { dataDir: join(root, 'data'), killSwitch: options.killSwitch }
  const { build: id } = await shellRoutes(app, { dist: join(root, 'dist'), settings })
  return { app, id }
}

describe('the page', () => {
  it('has a policy with the hashes of its inline scripts and styles', async () => {
    await build('one')
    const { app } = await serve()
    for (const url of ['/', '/?lng=fr', '/index.html']) {
      const answer = await app.inject(url)
      expect([answer.statusCode, answer.body]).toEqual([200, page('one')])
      expect(answer.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
        vary: expect.stringMatching(/^accept-encoding$/i),
      })
      expect(answer.headers['strict-transport-security']).toBeUndefined()
      expect(answer.headers['content-security-policy']).toBe(
        `default-src 'self'; script-src 'self' ${sha(script)}; style-src 'self' ` +
          `'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' ${sha(style)}; img-src 'self' data: blob:; ` +
          "connect-src 'self'; object-src 'none'; base-uri 'none'; frame-src blob:; frame-ancestors 'none'; form-action 'self'; " +
          "manifest-src 'self'; worker-src 'self'",
      )
    }
  })

  it('may call the other origins that it was built for', async () => {
    await build('one')
    const origins = { connect: ['https://api.example', 'https://form.example'], images: ['https://api.example'] }
    await writeFile(join(root, 'dist/.origins.json'), JSON.stringify(origins))
    const { app } = await serve()
    const policy = (await app.inject('/')).headers['content-security-policy']
    expect(policy).toContain("connect-src 'self' https://api.example https://form.example;")
    expect(policy).toContain("img-src 'self' data: blob: https://api.example;")
  })

  it('has HSTS only if a trusted proxy reports TLS', async () => {
    await build('one')
    const headers = { 'x-forwarded-proto': 'https' }
    const hsts = async (trustProxy: boolean) => {
      const { app } = await serve({ trustProxy })
      return (await app.inject({ url: '/', headers })).headers['strict-transport-security']
    }
    expect(await hsts(true)).toBe('max-age=31536000')
    expect(await hsts(false)).toBeUndefined()
  })

  it('says what to do if the app is not built', async () => {
    const { app, id } = await serve()
    const answer = await app.inject('/')
    expect([answer.statusCode, id]).toEqual([503, undefined])
    expect(answer.body).toContain('npm run build')
    expect((await app.inject('/sw.js')).statusCode).toBe(404)
  })
})

describe('files of the app', () => {
  it('are sent in an encoding that the browser accepts, and revalidated', async () => {
    await build('one')
    const { app } = await serve()
    const get = (encoding: string, headers = {}) =>
      app.inject({ url: '/assets/one.js', headers: { 'accept-encoding': encoding, ...headers } })
    const br = await get('gzip, deflate, br')
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe("export const name = 'one'")
    expect(br.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: expect.stringMatching(/^accept-encoding$/i),
      'content-length': String(br.rawPayload.length),
    })
    const gzip = await get('gzip;q=0.5, br;q=0')
    expect([gzip.headers['content-encoding'], gunzipSync(gzip.rawPayload).toString()]).toEqual([
      'gzip',
      expect.any(String),
    ])
    const plain = await get('identity')
    expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, "export const name = 'one'"])
    expect(new Set([br, gzip, plain].map((answer) => answer.headers.etag)).size).toBe(3)
    const again = await get('br', { 'if-none-match': `"other", ${br.headers.etag}` })
    expect([again.statusCode, again.body, again.headers.vary]).toEqual([304, '', 'accept-encoding'])
    const head = await app.inject({ method: 'HEAD', url: '/assets/one.js' })
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', '25'])
  })

  it('are revalidated if their names have no hash', async () => {
    await build('one')
    const { app } = await serve()
    for (const path of ['sw.js', 'manifest.webmanifest']) {
      expect((await app.inject(`/${path}`)).headers['cache-control']).toBe('no-cache')
    }
    expect((await app.inject('/manifest.webmanifest')).headers['content-type']).toMatch(/^application\/manifest\+json/)
    expect((await app.inject('/icon.png')).headers).toMatchObject({ 'content-type': 'image/png' })
  })

  it.each([
    '/assets',
    '/assets/lost.js',
    '/assets/one.js.br',
    '/assets/',
    '/assets/..%2f..%2f.env',
    '/assets/one.js.map',
  ])('%s is not one, in plain words that nobody keeps', async (url) => {
    await build('one')
    const { app } = await serve()
    const answer = await app.inject(url)
    expect(answer.statusCode).toBe(404)
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' })
  })

  it.each([
    '/.stamp',
    '/.vite/manifest.json',
    '/.env',
    '/.git/config',
    '/../.env',
    '/%2e%2e/.env',
    '/..%2f.env',
    '/sw.js.br',
    '/data/shop.db',
    '/data',
    '/sw.js%00',
    '//index.html',
    '/api',
    '/api/nothing',
    '/images/x',
  ])('%s is left to the rest of the server', async (url) => {
    await build('one')
    const { app } = await serve()
    const answer = await app.inject(url)
    expect([answer.statusCode, answer.json()]).toEqual([404, { detail: 'the rest says no' }])
  })

  it('do not hide the routes of an API below a prefix', async () => {
    await build('one')
    const { app } = await serve()
    await app.register(
      async (api) => {
        api.addHook('onRequest', async (_, reply) => void reply.header('x-mark', '1'))
        api.setNotFoundHandler((_, reply) => reply.code(404).send({ detail: 'the API says no' }))
      },
      { prefix: '/api' },
    )
    const answer = await app.inject('/api/nothing')
    expect([answer.json(), answer.headers['x-mark']]).toEqual([{ detail: 'the API says no' }, '1'])
  })
})

describe('HEAD', () => {
  it.each(['/', '/index.html', '/sw.js', '/assets/one.js', '/assets/lost.js', '/icon.png', '/manifest.webmanifest'])(
    'of %s says what GET says, without a body',
    async (url) => {
      await build('one')
      const { app } = await serve()
      const headers = { 'accept-encoding': 'br' }
      const [get, head] = [await app.inject({ url, headers }), await app.inject({ method: 'HEAD', url, headers })]
      expect([head.statusCode, head.body]).toEqual([get.statusCode, ''])
      const told = { ...head.headers, date: undefined }
      expect(told).toMatchObject({ ...get.headers, date: undefined, 'content-length': String(get.rawPayload.length) })
    },
  )
})

describe('after an update', () => {
  it('the files of the last three builds are still served', async () => {
    const ids = new Set<string | undefined>()
    const folder = join(root, 'data/earlier-assets')
    const ages = new Map<string, Date>()
    for (const [n, chunk] of ['one', 'two', 'three', 'four', 'five'].entries()) {
      await build(chunk)
      const { app, id } = await serve()
      ids.add(id)
      ages.set(String(id), new Date(Date.UTC(2025, 0, n + 1)))
      // builds are days apart, not milliseconds
      for (const name of await readdir(folder)) {
        const age = ages.get(name) ?? new Date()
        await utimes(join(folder, name), age, age)
      }
      if (chunk !== 'five') continue
      const found = await Promise.all(
        ['one', 'two', 'three', 'four', 'five'].map(
          async (name) => (await app.inject(`/assets/${name}.js`)).statusCode,
        ),
      )
      expect(found).toEqual([404, 200, 200, 200, 200])
      const old = await app.inject({ url: '/assets/two.js', headers: { 'accept-encoding': 'br' } })
      expect(brotliDecompressSync(old.rawPayload).toString()).toContain('two')
    }
    expect(ids.size).toBe(5)
    expect(await readdir(folder)).toHaveLength(4)
  })

  it('that is broken, the kill switch unregisters the worker in every browser', async () => {
    await build('one')
    const { app } = await serve()
    expect((await app.inject('/sw.js')).body).toBe('real worker')
    await writeFile(join(root, 'data/kill-switch'), '')
    const bySetting = (await serve({ killSwitch: true })).app
    for (const server of [app, bySetting]) {
      const answer = await server.inject('/sw.js')
      expect(answer.headers['content-type']).toMatch(/^text\/javascript/)
      expect(answer.body).toContain('unregister()')
      expect(answer.body).not.toContain('indexedDB')
    }
    await rm(join(root, 'data/kill-switch'))
    expect((await app.inject('/sw.js')).body).toBe('real worker')
  })
})
