import sharp from 'sharp'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { AdminAction } from '../../../contract/admin-log.ts'
import { type FishInput, inputFields } from '../../../contract/fishes.ts'
import { shopPictures } from '../../../contract/shop.ts'
import { ShopInput } from '../../../contract/shop-input.ts'
import { audit } from '../../../server/audit/audit.ts'
import { demoShop } from '../../../server/demo/demo-shop.ts'
import { cleanUp } from '../../../server/start-server.ts'
import { formOf, multipart, openTestShop, password, type TestShop, type TestUser } from '../harness.ts'
import { dealer } from '../orders/deal.ts'

const day = 24 * 60 * 60 * 1000

let t: TestShop
let admin: TestUser
let buyer: TestUser
beforeEach(async () => {
  t = await openTestShop({ env: { PUBLIC_URL: 'https://quay.example' } })
  admin = await t.addUser({ admin: true, name: 'Ana' })
  buyer = await t.addUser({ name: 'Bo' })
})
afterEach(() => t.close())

const log = async (query: Record<string, string> = {}): Promise<AdminAction[]> =>
  (await t.call('GET', '/admin/log/', { token: admin.token, query: { per_page: '100', ...query } })).json
const call = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  t.call(method, path, { token: admin.token, ...(body !== undefined && { body }) })
/** The rows that `work` adds, newest first. */
const added = async (work: () => Promise<unknown>) => {
  const before = (await log()).length
  await work()
  const after = await log()
  return after.slice(0, after.length - before)
}
const fieldsOf = (fish: Record<string, unknown>, change: object) => ({ ...formOf(fish), ...change })

it('has a row for each change of a product, with old and new values', async () => {
  const fish = await t.addFish()
  expect((await log())[0]).toMatchObject({ kind: 'product-created', thing: { name: 'Atlantic cod' } })
  const path = `/fishes/update/${fish._id}/`
  const changed = await added(() => call('PUT', path, fieldsOf(fish, { countInStock: 4 })))
  expect(changed).toEqual([
    {
      _id: expect.any(String),
      at: expect.stringMatching(/^2026-01-01T/),
      kind: 'product-changed',
      by: { _id: admin.id, name: 'Ana' },
      thing: { kind: 'product', _id: fish._id, name: 'Atlantic cod' },
      changes: [{ field: 'countInStock', from: '12.5', to: '4' }],
    },
  ])
  expect(await added(() => call('PUT', path, fieldsOf(fish, { countInStock: 4 })))).toEqual([])
  expect(await added(() => call('PUT', path, fieldsOf(fish, { countInStock: 5, image: 'other' })))).toEqual([])
  const [deleted, ...more] = await added(() => call('DELETE', `/fishes/delete/${fish._id}/`))
  expect(more).toEqual([])
  expect(deleted?.kind).toBe('product-deleted')
  expect(deleted?.changes).toContainEqual({ field: 'countInStock', from: '4', to: '' })
})

it('has every field that an administrator can change, of products and of settings', async () => {
  const fish = await t.addFish()
  const anew: Partial<Record<keyof FishInput, unknown>> = {
    countInStock: 7,
    glazing: 9,
    type: 'seafood',
    fao_code: 'XYZ',
    ...{ hs_code: '030354', carton_net: 20 },
    featured: true,
  }
  for (const name of inputFields) {
    const now = formOf((await t.call('GET', `/fishes/${fish._id}`)).json)
    const value = anew[name] ?? `another ${name}`
    const rows = await added(() => call('PUT', `/fishes/update/${fish._id}/`, { ...now, [name]: value }))
    expect(rows.flatMap(({ changes }) => changes.map(({ field, to }) => [field, to]))).toEqual([[name, String(value)]])
  }
  const { version: _, ...shop } = (await t.call('GET', '/shop/')).json
  const values: Partial<Record<keyof ShopInput, unknown>> = {
    ...{ logo: shop.logo, timeZone: 'Asia/Tokyo', currencies: ['GBP'], copyrightYear: 2031, validityDays: 91 },
    ...{ newsletterGmailOnly: !shop.newsletterGmailOnly, email: 'another@example.org' },
    ...{ phone: '+221 33 800 11 22', chatPhone: '+221 33 800 11 33', accent: '#0a5c4d', scene: 'sea' },
    documents: [{ to: 'ES', kind: 'insurance', required: true }],
  }
  // the schema has nothing else
  for (const name of Object.keys(ShopInput.entries) as (keyof ShopInput)[]) {
    // pictures come of their own calls
    if (name === 'logo' || shopPictures.some((each) => each === name)) continue
    const { version, ...now } = (await t.call('GET', '/shop/')).json
    const old = now[name]
    const isEach = typeof old === 'object' && !Array.isArray(old)
    const other = typeof old === 'number' ? old + 1 : typeof old === 'boolean' ? !old : `another ${name}`
    const value = values[name] ?? (isEach ? { en: `a ${name}`, fr: `un ${name}`, es: `el ${name}` } : other)
    const rows = await added(() => call('PUT', '/shop/', { ...now, version, [name]: value }))
    const fields = isEach ? ['en', 'fr', 'es'].map((language) => `${name}.${language}`) : [name]
    expect(
      rows.flatMap(({ changes }) => changes.map(({ field }) => field)),
      name,
    ).toEqual(fields)
  }
})

it('has a row for a new picture, and for an administrator who deletes their own account', async () => {
  const fish = await t.addFish()
  const create = { width: 30, height: 30, channels: 3, background: 'teal' } as const
  const form = multipart({ fishe_id: fish._id, image: await sharp({ create }).png().toBuffer() })
  const upload = () => t.call('POST', '/fishes/upload/', { token: admin.token, ...form })
  const pictures = await added(upload)
  const { image } = (await t.call('GET', `/fishes/${fish._id}`)).json
  expect(pictures).toMatchObject([
    {
      kind: 'product-picture',
      by: { name: 'Ana' },
      thing: { _id: fish._id },
      changes: [{ field: 'image', from: '', to: image }],
    },
  ])
  const second = await t.addUser({ admin: true, name: 'Cy' })
  for (const { token } of [buyer, second]) {
    const gone = await t.call('POST', '/users/delete-account/', { token, body: { password } })
    expect(gone.status).toBe(204)
  }
  const [last, before] = await log()
  expect(last).toMatchObject({ kind: 'user-deleted', by: { _id: second.id }, thing: { _id: second.id, name: 'Cy' } })
  // a buyer who deletes their own account is not logged
  expect(before?.thing._id).not.toBe(buyer.id)
})

it('has a row for each part of an imported spreadsheet and for each product that it changed', async () => {
  const fish = await t.addFish()
  const rows = [{ _id: fish._id, size: 'L' }, fieldsOf({ ...fish, _id: undefined, countInStock: 1 }, { code: 'N-1' })]
  const found = await added(() => call('POST', '/fishes/import/', { rows }))
  expect(found.map(({ kind }) => kind)).toEqual(['products-imported', 'product-changed'])
  expect(found[0]?.changes.map(({ field, to }) => [field, to])).toEqual([
    ['new', '1'],
    ['changed', '1'],
    ['unchanged', '0'],
  ])
  expect(found[1]?.changes).toEqual([{ field: 'size', from: '', to: 'L' }])
  expect(await added(() => call('POST', '/fishes/import/', { rows: [{ _id: fish._id, size: 'L' }] }))).toEqual([])
  expect(await added(() => call('POST', '/fishes/import/', { rows: [{ trade_name: 'Hake' }] }))).toEqual([])
})

it('has a row for each change of a user, and none for refused changes', async () => {
  const path = `/users/update/${buyer.id}/`
  const kinds = async (work: () => Promise<unknown>) => (await added(work)).map(({ kind }) => kind)
  const user = { name: 'Bo', email: buyer.email, isAdmin: false }
  expect(await kinds(() => call('PUT', path, { ...user, name: 'Boris' }))).toEqual(['user-changed'])
  expect(await kinds(() => call('PUT', path, { ...user, email: admin.email }))).toEqual([])
  expect(await kinds(() => call('PUT', path, { ...user, isAdmin: true }))).toEqual(['rights-given'])
  expect(await kinds(() => call('PUT', path, user))).toEqual(['rights-taken'])
  const link = await call('POST', `/users/${buyer.id}/reset-link/`)
  expect((await log())[0]).toMatchObject({ kind: 'reset-link-made', thing: { _id: buyer.id }, changes: [] })
  expect(await kinds(() => call('DELETE', `/users/delete/${buyer.id}/`))).toEqual(['user-deleted'])
  expect(await kinds(() => call('DELETE', `/users/delete/${admin.id}/`))).toEqual([])
  const rows = JSON.stringify(await t.db.query.selectFrom('admin_action').selectAll().execute())
  expect(rows).not.toContain(link.json.token)
  expect(rows).not.toMatch(/password|argon2|token|hash/i)
})

it('shows the part of a long text that differs', async () => {
  const about = { ...demoShop.about, en: `${'a'.repeat(3000)}old` }
  await call('PUT', '/shop/', { ...demoShop, about })
  const [row] = await added(() =>
    call('PUT', '/shop/', { ...demoShop, about: { ...about, en: `${'a'.repeat(3000)}new` }, validityDays: 3 }),
  )
  expect(row).toMatchObject({ kind: 'settings-changed', thing: { name: demoShop.name } })
  expect(row?.changes[0]).toEqual({
    field: 'about.en',
    from: `…${'a'.repeat(20)}old`,
    to: `…${'a'.repeat(20)}new`,
  })
  expect(row?.changes.map(({ field }) => field)).toEqual(['about.en', 'validityDays'])
})

it('has rows for orders, reviews, messages and subscribers', async () => {
  const fish = await t.addFish()
  const { request, must, offer } = dealer(t, buyer, admin)
  const order = await request([fish])
  const review = { token: buyer.token, body: { rating: 2, comment: 'Soft' } }
  const reviewed = await t.call('POST', `/fishes/${fish._id}/reviews/`, review)
  await t.call('POST', '/subscribe/', { body: { email: 'reader@gmail.com' } })
  const subscriber = (await t.call('GET', '/subscribers/', { token: admin.token })).json[0]
  const message = (await t.call('POST', '/contact/', { body: { user_email: 'v@example.org', user_message: 'Hi' } }))
    .json
  const rows = await added(async () => {
    await offer(order)
    await must(order, buyer.token, { kind: 'message', text: 'Thanks' })
    await must(order, admin.token, { kind: 'message', text: 'Welcome' })
    await call('DELETE', `/orders/delete/${order._id}/`)
    await call('DELETE', `/fishes/${fish._id}/reviews/${reviewed.json._id}/`)
    await call('DELETE', `/subscribers/${subscriber._id}/`)
    await call('PUT', `/messages/${message._id}/`, { isAnswered: true })
    await call('DELETE', `/messages/${message._id}/`)
    await call('DELETE', `/messages/${message._id}/`)
  })
  expect(rows.map(({ kind, thing }) => [kind, thing.name]).reverse()).toEqual([
    ['order-offered', order.reference],
    ['order-answered', order.reference],
    ['order-deleted', order.reference],
    ['review-deleted', 'Atlantic cod'],
    ['subscriber-deleted', 'reader@gmail.com'],
    ['message-changed', 'v@example.org'],
    ['message-deleted', 'v@example.org'],
  ])
})

it('is filtered by administrator, kind of thing and keyword, and paged', async () => {
  const fish = await t.addFish()
  await call('POST', `/users/${buyer.id}/reset-link/`)
  expect((await log({ by: admin.id })).map(({ kind }) => kind)).toEqual(['reset-link-made'])
  expect((await log({ thing: 'product' })).map(({ thing }) => thing._id)).toEqual([fish._id])
  expect(await log({ keyword: 'cod' })).toHaveLength(1)
  expect(await log({ keyword: 'ana' })).toHaveLength(1)
  expect(await log({ keyword: '%' })).toEqual([])
  const page = await t.call('GET', '/admin/log/', { token: admin.token, query: { per_page: '1', thing: 'user' } })
  expect(page.headers['x-total-count']).toBe('1')
  const first = await t.call('GET', '/admin/log/', { token: admin.token, query: { per_page: '1' } })
  expect(first.headers.link).toContain('page=2')
  const wrong = await t.call('GET', '/admin/log/', { token: admin.token, query: { thing: 'moon' } })
  expect(wrong.status).toBeGreaterThanOrEqual(400)
})

it('deletes rows older than two years', async () => {
  await t.addFish()
  t.clock.pass(730 * day)
  // the administrator's session has expired by then
  await audit(t.shop, t.db, { by: admin, kind: 'user-changed', thing: buyer })
  const count = async () => (await t.db.query.selectFrom('admin_action').selectAll().execute()).length
  await cleanUp(t.shop)
  expect(await count()).toBe(2)
  t.clock.pass(2 * day)
  await cleanUp(t.shop)
  expect(await count()).toBe(1)
})
