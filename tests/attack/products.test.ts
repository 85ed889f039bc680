import sharp from 'sharp'
import { v7 } from 'uuid'
import { afterAll, expect, it } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { newShop } from '../../contract/shop.ts'
import { multipart } from '../server/harness.ts'
import { jpegOfScans } from '../support/hostile-pictures.ts'
import { bodyOf, openAttackedShop } from './shop.ts'

const t = await openAttackedShop()
const [admin, one, other] = [await t.addUser({ admin: true }), await t.addUser(), await t.addUser()]
afterAll(() => t.close())

const rulesOf = (reply: Parameters<typeof bodyOf>[0]) =>
  bodyOf<{ errors: { path: string; rule: string }[] }>(reply).errors.map(({ path, rule }) => [path, rule])

it('a deletion of many products that comes five times at once is one deletion', async () => {
  const ids = (await Promise.all([1, 2, 3].map(() => t.addFish()))).map(({ _id }) => _id)
  const [key, gone] = [v7(), await t.count('fish_tombstone')]
  const send = () => t.call('POST', '/fishes/bulk/', { token: admin.token, key, body: { ids, delete: true } })
  const answers = await Promise.all(Array.from({ length: 5 }, send))
  const done = answers.filter(({ status }) => status === 200)
  expect(new Set(done.map(({ text }) => text))).toEqual(new Set([JSON.stringify({ changed: 3, missing: [] })]))
  // those that came while it was at work come again
  for (const { status } of answers) expect([200, 409]).toContain(status)
  expect(await t.count('fish_tombstone')).toBe(gone + 3)
})

it('a list of products is refused above its most, before any of it is read', async () => {
  const { _id } = await t.addFish()
  const ids = Array.from({ length: limits.bulkProducts + 1 }, () => _id)
  const body = { ids, delete: true }
  const answer = await t.call('POST', '/fishes/bulk/', { token: admin.token, key: v7(), body })
  expect([answer.status, rulesOf(answer)]).toEqual([422, [['ids', 'maxItems']]])
  expect(await t.statusOf('GET', `/fishes/${_id}`)).toBe(200)
})

it.each([
  ['a text', async () => Buffer.from('<svg onload="alert(1)"/>')],
  ['a JPEG of 4,000 scans', async () => jpegOfScans(4000)],
  ['the first bytes of a PNG', async () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
])('%s is no picture of a product and none of the shop', async (_, make) => {
  const { _id } = await t.addFish()
  const form = multipart({ image: await make() })
  for (const path of [`/fishes/${_id}/pictures/`, '/shop/picture/'])
    expect(await t.statusOf('POST', path, { token: admin.token, ...form })).toBe(422)
  expect(bodyOf(await t.call('GET', `/fishes/${_id}`)).image).toBe('')
})

it('the shop and its products show no pictures but stored ones', async () => {
  const { version: _, legal: __, ...shop } = newShop
  const { _id } = await t.addFish()
  const wrong = ['https://evil.example/x.png', '/images/../../640.webp', `/images/${'a'.repeat(32)}/640.webp`, 'x']
  for (const value of wrong) {
    for (const name of ['hero', 'logoWide', 'tileFish', 'tileSeafood']) {
      const answer = await t.call('PUT', '/shop/', { token: admin.token, body: { ...shop, [name]: value } })
      expect([answer.status, rulesOf(answer)]).toEqual([422, [[name, 'pictureFile']]])
    }
    const body = { images: [value], seen: [] }
    expect(await t.statusOf('PUT', `/fishes/${_id}/pictures/`, { token: admin.token, body })).toBe(422)
  }
  const accents = ['red', '#fff', '#12345g', '#123456;}body{display:none', '#123456\n']
  for (const accent of accents)
    expect([accent, await t.statusOf('PUT', '/shop/', { token: admin.token, body: { ...shop, accent } })]).toEqual([
      accent,
      422,
    ])
})

it('twelve pictures that come at once leave a product with the most that it may have', async () => {
  const { _id } = await t.addFish()
  const picture = (red: number) =>
    sharp({ create: { width: 20, height: 15, channels: 3, background: { r: red, g: 0, b: 0 } } })
      .png()
      .toBuffer()
  const forms = await Promise.all(
    Array.from({ length: 12 }, async (_, n) => multipart({ image: await picture(n * 20) })),
  )
  const send = (form: (typeof forms)[number]) =>
    t.statusOf('POST', `/fishes/${_id}/pictures/`, { token: admin.token, ...form })
  const statuses = await Promise.all(forms.map(send))
  expect(statuses.filter((status) => status === 200)).toHaveLength(limits.pictures)
  expect(new Set(statuses)).toEqual(new Set([200, 422]))
  expect(bodyOf<{ images: string[] }>(await t.call('GET', `/fishes/${_id}`)).images).toHaveLength(limits.pictures)
})

it('who waits for a product, and where somebody lives, is read by nobody else', async () => {
  const { _id } = await t.addFish({ countInStock: 0 })
  await t.call('POST', `/fishes/${_id}/alert/`, { token: one.token, key: v7() })
  const address = { label: 'Cold store', address: '7 Secret Lane', city: 'Brest', postalCode: '29200', country: 'FR' }
  const { id } = one
  const change = { token: one.token, key: v7(), body: { after: address } }
  expect(bodyOf(await t.call('POST', '/users/addresses/', change)).addresses).toEqual([address])
  const seen = [`/users/${id}`, '/users/', '/orders/', '/customers/', '/admin/log/', `/fishes/${_id}`]
  for (const path of seen)
    expect((await t.call('GET', path, { token: admin.token })).text).not.toContain(address.address)
  for (const { token } of [other, admin])
    expect(bodyOf(await t.call('GET', '/fishes/alerts/', { token })).ids).toEqual([])
  // another person's wish does not end this one
  await t.call('DELETE', `/fishes/${_id}/alert/`, { token: other.token, key: v7() })
  expect(bodyOf(await t.call('GET', '/fishes/alerts/', { token: one.token })).ids).toEqual([_id])
  for (const path of ['/customers/', `/customers/${v7()}/`])
    expect(await t.statusOf('GET', path, { token: other.token })).toBe(403)
})
