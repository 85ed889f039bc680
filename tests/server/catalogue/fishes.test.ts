import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import sharp from 'sharp'
import { v7 } from 'uuid'
import { afterAll, expect, it } from 'vitest'
import { productWith } from '../../support/product-with.ts'
import { dialect, multipart, openTestShop } from '../harness.ts'

const png = sharp({ create: { width: 64, height: 48, channels: 3, background: 'coral' } })
  .png()
  .toBuffer()

const t = await openTestShop()
const admin = await t.addUser({ admin: true })
const fishes: { _id: string }[] = []
for (let n = 0; n < 13; n++) {
  fishes.push(await t.addFish({ trade_name: `Fish ${n}`, type: n % 3 === 0 ? 'seafood' : 'fish' }))
}
afterAll(() => t.close())
const ids = (list: { _id: string }[]) => list.map((fish) => fish._id)

it('lists newest first, six per page, and returns the last page for a page past the end', async () => {
  const { json } = await t.call('GET', '/fish/')
  expect(ids(json.fishes)).toEqual(ids(fishes).reverse().slice(0, 6))
  expect([json.page, json.pages, json.total]).toEqual([1, 3, 13])
  const past = await t.call('GET', '/fish/?page=999999999')
  expect([past.json.page, past.json.fishes.length]).toEqual([3, 1])
  const typed = await t.call('GET', '/fish/?type=seafood&per_page=100')
  expect([typed.json.total, typed.json.pages]).toEqual([5, 1])
})

it.each(['keyword=a&keyword=b', `keyword=${'k'.repeat(101)}`, 'keyword=%00', 'type=bird'])(
  'refuses the query %s',
  async (query) => {
    const { status, json } = await t.call('GET', `/fish/?${query}`)
    expect([status, json.type]).toEqual([400, 'about:quayside/malformed'])
  },
)

it('accepts a hundred characters, unknown parameters, and broken percent signs as text', async () => {
  expect((await t.call('GET', `/fish/?keyword=${'é'.repeat(100)}&utm=1`)).status).toBe(200)
  expect((await t.call('GET', '/fish/?keyword=%')).status).toBe(200)
})

it('counts products, and lists a type whole or in pages', async () => {
  expect((await t.call('GET', '/fish/count/')).json).toEqual({ count: 13 })
  const all = (await t.call('GET', '/fishes/type/seafood')).json
  expect([Object.keys(all), all.fish.length, all.message]).toEqual([['fish', 'message'], 5, 'success'])
  const page = (await t.call('GET', '/fishes/type/seafood?page=2&per_page=2')).json
  expect([page.fish.length, page.page, page.pages, page.total]).toEqual([2, 2, 3, 5])
  expect((await t.call('GET', '/fishes/type/no%00such%20type')).status).toBeLessThan(500)
  expect((await t.call('GET', '/fishes/type/bird')).json.fish).toEqual([])
})

it('shows at most eight top products, even without reviews', async () => {
  expect(ids((await t.call('GET', '/fishes/top/')).json)).toEqual(ids(fishes).reverse().slice(0, 8))
})

it('compresses and revalidates answers', async () => {
  const path = '/fish/?per_page=12'
  const plain = await t.app.inject(`/api${path}`)
  expect(plain.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'Accept-Encoding' })
  for (let round = 0; round < 2; round++) {
    const br = await t.app.inject({ url: `/api${path}`, headers: { 'accept-encoding': 'gzip, br' } })
    const gzip = await t.app.inject({ url: `/api${path}`, headers: { 'accept-encoding': 'br;q=0, gzip' } })
    expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip'])
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
    expect(new Set([plain, br, gzip].map((answer) => answer.headers.etag)).size).toBe(3)
    for (const tag of [plain.headers.etag, br.headers.etag, `"x", W/${gzip.headers.etag}`, '*']) {
      const same = await t.app.inject({ url: `/api${path}`, headers: { 'if-none-match': String(tag) } })
      expect([same.statusCode, same.body]).toEqual([304, ''])
      expect(plain.headers.etag).toContain(String(same.headers.etag).replace(/-\w+"$/, ''))
    }
  }
  const other = await t.app.inject({ url: `/api${path}`, headers: { 'if-none-match': '"something"' } })
  expect(other.statusCode).toBe(200)
  const head = await t.app.inject({ method: 'HEAD', url: `/api${path}` })
  expect([head.statusCode, head.headers.etag]).toEqual([200, plain.headers.etag])
})

it('shows a change at once, on this and another instance', async () => {
  const other = await t.another()
  const count = async (app: typeof t.app) => JSON.parse((await app.inject('/api/fish/count/')).body).count
  const before = await count(t.app)
  expect(await count(other)).toBe(before)
  const fish = await t.addFish()
  if (dialect === 'postgres') expect(await count(other)).toBe(before + 1)
  expect(await count(t.app)).toBe(before + 1)
  await t.call('DELETE', `/fishes/delete/${fish._id}/`, { token: admin.token })
  expect(await count(t.app)).toBe(before)
})

it('creates a product with a picture, and changes it', async () => {
  const fields = productWith(' Dory ', { countInStock: 1.25 })
  const form = multipart({ ...fields, fao_code: '', image: await png })
  const made = await t.call('POST', '/fishes/create/', { token: admin.token, ...form })
  expect(made.status).toBe(201)
  expect(made.json).toMatchObject({ trade_name: 'Dory', countInStock: 1.25, rating: 0, numReviews: 0, reviews: [] })
  expect(made.json.image).toMatch(/^\/images\/[0-9a-f]{32}\/640\.webp$/)
  const picture = await t.app.inject(made.json.image)
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/webp'])

  const { _id, image } = made.json
  const body = { _id, ...fields, type: 'seafood', countInStock: 3, image }
  const changed = await t.call('PUT', `/fishes/update/${_id}/`, { token: admin.token, body })
  expect(changed.json).toMatchObject({ _id, type: 'seafood', countInStock: 3, image })
  expect((await t.call('GET', `/fishes/${_id}`)).json).toEqual(changed.json)
  for (const wrong of [
    { image: 'https://evil.example/x.svg' },
    { _id: v7() },
    { countInStock: '3' },
    { classe: ' ' },
  ]) {
    const refused = await t.call('PUT', `/fishes/update/${_id}/`, { token: admin.token, body: { ...body, ...wrong } })
    expect([refused.status, refused.json.errors[0].path]).toEqual([422, Object.keys(wrong)[0]])
  }
  const blue = await sharp({ create: { width: 50, height: 50, channels: 3, background: 'blue' } })
    .jpeg()
    .toBuffer()
  const upload = multipart({ fishe_id: _id, image: blue })
  const uploaded = await t.call('POST', '/fishes/upload/', { token: admin.token, ...upload })
  expect(uploaded.json).not.toBe(image)
  expect((await t.call('GET', `/fishes/${_id}`)).json.image).toBe(uploaded.json)
})

it.each([
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'), 'bad-picture'],
  ['HTML called .png', Buffer.from('<html><script>alert(1)</script>'), 'bad-picture'],
  ['a cut-off file', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), 'bad-picture'],
  ['an empty file', Buffer.alloc(0), 'invalid-fields'],
  ['13 MB', Buffer.alloc(13 * 1024 * 1024), 'too-large'],
])('refuses %s as a picture', async (_name, image, code) => {
  const before = (await t.call('GET', `/fishes/${fishes[0]?._id}`)).json
  const form = multipart({ fishe_id: String(fishes[0]?._id), image })
  const { json } = await t.call('POST', '/fishes/upload/', { token: admin.token, ...form })
  expect(json.type).toBe(`about:quayside/${code}`)
  expect((await t.call('GET', `/fishes/${fishes[0]?._id}`)).json).toEqual(before)
})

it('refuses invalid forms', async () => {
  const headers = { 'content-type': 'multipart/form-data' }
  const none = await t.call('POST', '/fishes/create/', { token: admin.token, headers, body: 'x' })
  expect([400, 415]).toContain(none.status)
  const many = multipart(Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`f${n}`, 'x'])))
  expect((await t.call('POST', '/fishes/create/', { token: admin.token, ...many })).status).toBe(413)
  const json = await t.call('POST', '/fishes/create/', { token: admin.token, body: { trade_name: 'x' } })
  expect(json.status).toBe(415)
  const missing = await t.call('POST', '/fishes/create/', { token: admin.token, ...multipart({ type: 'fish' }) })
  expect(missing.json.errors.map((error: { path: string }) => error.path)).toContain('trade_name')
})

it('answers an upload for an unknown product with 404', async () => {
  const form = multipart({ fishe_id: v7(), image: await png })
  expect((await t.call('POST', '/fishes/upload/', { token: admin.token, ...form })).status).toBe(404)
})

const read = async (id: string) => (await t.call('GET', `/fishes/${id}`)).json
const match = (tag?: string): Record<string, string> => (tag === undefined ? {} : { 'if-match': tag })
const save = (fish: { _id: string; image?: string }, countInStock: number, tag?: string) =>
  t.call('PUT', `/fishes/update/${fish._id}/`, {
    token: admin.token,
    body: { ...fish, countInStock },
    headers: match(tag),
  })
const upload = async (id: string, tag?: string) => {
  const create = { width: 30, height: 30, channels: 3, background: 'teal' } as const
  const { body, headers } = multipart({ fishe_id: id, image: await sharp({ create }).png().toBuffer() })
  return t.call('POST', '/fishes/upload/', { token: admin.token, body, headers: { ...headers, ...match(tag) } })
}
const refused = [409, 'about:quayside/edited-meanwhile']

it('two administrators do not overwrite each other if they send If-Match', async () => {
  const { _id } = await t.addFish()
  const { headers, json } = await t.call('GET', `/fishes/${_id}`, { headers: { 'accept-encoding': 'br' } })
  expect((await save(json, 1, headers.etag)).status).toBe(200)
  const late = await save(json, 2, headers.etag)
  expect([late.status, late.json.type]).toEqual(refused)
  expect((await read(_id)).countInStock).toBe(1)
  expect((await save(json, 3, '*')).status).toBe(200)
  expect((await save(json, 4)).status).toBe(200)
})

it('two administrators may send updated_at in If-Match, which reviews do not change', async () => {
  const fish = await t.addFish()
  const tag = `"${fish.updated_at}"`
  const buyer = await t.addUser()
  const review = { rating: 4, comment: 'Fresh' }
  expect((await t.call('POST', `/fishes/${fish._id}/reviews/`, { token: buyer.token, body: review })).status).toBe(201)
  const first = await save(fish, 1, tag)
  expect([first.status, first.json.countInStock]).toEqual([200, 1])
  const late = await save(fish, 2, tag)
  expect([late.status, late.json.type]).toEqual(refused)
  expect((await save(fish, 2, `"other", "${first.json.updated_at}"`)).status).toBe(200)
  expect((await save(fish, 3, '"2026"')).status).toBe(409)
})

it('two administrators are refused a picture in the same way, and get the new version after an upload', async () => {
  const fish = await t.addFish()
  const first = await upload(fish._id, `"${fish.updated_at}"`)
  expect([first.status, first.headers.etag]).toEqual([200, `"${(await read(fish._id)).updated_at}"`])
  const late = await upload(fish._id, `"${fish.updated_at}"`)
  expect([late.status, late.json.type]).toEqual(refused)
  expect((await save({ ...fish, image: first.json }, 7, first.headers.etag)).status).toBe(200)
  expect((await upload(fish._id)).status).toBe(200)
})

it('two administrators get another version after every change, even if the clock goes back', async () => {
  const fish = await t.addFish()
  const versions = [fish.updated_at]
  const { image: _, ...fields } = fish
  let stock = 10
  const row = () => ({ _id: fish._id, countInStock: ++stock })
  const changes = [
    () => save(fields, ++stock),
    () => upload(fish._id),
    () => t.call('POST', '/fishes/import/', { token: admin.token, body: { rows: [row()] } }),
  ]
  for (const change of [...changes, ...changes.toReversed()]) {
    t.clock.pass(-60_000)
    expect((await change()).status).toBe(200)
    versions.push((await read(fish._id)).updated_at)
  }
  expect([...new Set(versions)].toSorted()).toEqual(versions)
  expect(versions).toHaveLength(7)
})

it('has one empty page when there are no products', async () => {
  const empty = await openTestShop()
  const totals = { species: 0, tonnes: 0 }
  expect((await empty.call('GET', '/fish/?page=4')).json).toEqual({ fishes: [], page: 1, pages: 1, total: 0, totals })
  expect((await empty.call('GET', '/fishes/top/')).json).toEqual([])
  const { json } = await empty.call('GET', '/fishes/changes/')
  expect(json).toEqual({ changed: [], deleted: [], next: expect.any(String), more: false, totals })
  // two products of one species, and one whose species nobody has named
  for (const scientific_name of ['Gadus morhua', ' gadus MORHUA', '']) await empty.addFish({ scientific_name })
  const list = async (query: Record<string, string>) => (await empty.call('GET', '/fish/', { query })).json.totals
  expect(await list({})).toEqual({ species: 1, tonnes: 37.5 })
  const queries: Record<string, string>[] = [
    { type: 'fish' },
    { keyword: 'cod' },
    { stock: 'none' },
    { state: 'fresh' },
  ]
  for (const query of queries) expect(await list(query)).toBeUndefined()
  await empty.close()
})
