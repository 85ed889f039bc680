import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import { multipart } from '../server/harness.ts'
import { sendRequest } from '../support/http-call.ts'
import { openAttackedShop } from './shop.ts'

const t = await openAttackedShop({ on: 'sqlite' })
const { token } = await t.addUser({ admin: true })
const fish = await t.addFish()
afterAll(() => t.close())
const send = (form: ReturnType<typeof multipart>) => t.call('POST', '/fishes/upload/', { token, ...form })
const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#c33' } })
  .jpeg()
  .toBuffer()

const foreign = { 'content-type': 'multipart/form-data; boundary=x' }
it.each([
  ['two files', multipart({ image: Buffer.from('a'), other: Buffer.from('b'), fishe_id: 'x' }), 413],
  ['a field of 1 MB', multipart({ fishe_id: 'x'.repeat(1_000_000) }), 413],
  ['another boundary', { ...multipart({ a: 'b' }), headers: foreign }, 400],
  ['no end', { body: Buffer.from('--x\r\nContent-Dis'), headers: foreign }, 400],
])('a form with %s is refused', async (_what, form, status) => {
  expect((await send(form)).status).toBe(status)
})

it('a file gets a name of ours, whatever its own is', async () => {
  const odd = [
    '..\\..\\evil.png',
    'C:\\evil.png',
    `${'x'.repeat(300)}.png`,
    '.htaccess',
    'a\0.png',
    'x.php',
    '%22; rm -rf /',
  ]
  const { body, headers } = multipart({ fishe_id: fish._id, image: picture })
  for (const name of ['../../../evil.png', ...odd]) {
    const [head = '', tail = ''] = body.toString('latin1').split('picture.png')
    const { status, json } = await send({ body: Buffer.from(head + name + tail, 'latin1'), headers })
    if (status !== 200) expect([name, status]).toEqual([name, 400])
    else expect(json).toMatch(/^\/images\/[0-9a-f]{32}\/640\.webp$/)
  }
})

const unknown = '/images/00000000000000000000000000000000'
it.each([
  ...['/images/', '/images/../shop.db', '/images/..%2f..%2fshop.db/640.webp', '/images/%2e%2e/%2e%2e/shop.db'],
  ...[`${unknown}/640.webp`, `${unknown}/../../shop.db`, `${unknown}/640.svg`, `${unknown}/640.webp%00.html`],
  ...['/images/__proto__/640.webp', '/images//etc/passwd', '/shop.db', '/data/shop.db', '/.env', '/.git/config'],
  ...['/package.json', '/server/main.ts', '/node_modules/fastify/package.json', '/assets/../../package.json'],
  ...['/metrics', '/api/orders/myorders/x.css', '/api/../package.json'],
])('%s is not there', async (path) => {
  const { status, headers, text } = await sendRequest(t.url, { method: 'GET', path, token })
  expect([400, 404]).toContain(status)
  expect(String(headers['cache-control'])).toContain('no-store')
  expect(text).not.toMatch(/root:|SQLite|"name"/)
})
