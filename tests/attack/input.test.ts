import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, expect, it } from 'vitest'
import { calls } from '../../contract/calls.ts'
import { multipart, orderBody, password } from '../server/harness.ts'
import { lotInput } from '../server/valid-calls.ts'
import { bodyOf, openAttackedShop } from './shop.ts'

const t = await openAttackedShop()
const admin = await t.addUser({ admin: true })
const fish = await t.addFish({ trade_name: '100% cod_fish' })
for (let count = 0; count < 20; count++) await t.addFish()
afterAll(() => t.close())

const lists = ['/fish/', '/fishes/type/fish', '/users/', '/orders/', '/subscribers/']
const wrongPages = [...'-1 0 1.5 NaN Infinity 1e9 0x1 9007199254740993 %20 %00 %EF%BC%91 1;a'.split(' '), '']

it.each(lists)('%s takes whole pages only', async (path) => {
  const ask = async (query: string) => t.statusOf('GET', `${path}?${query}`, { token: admin.token })
  for (const page of wrongPages) expect([page, await ask(`page=${page}`)]).toEqual([page, 400])
  for (const size of [...wrongPages, '101', '1000000000'])
    expect([size, await ask(`per_page=${size}`)]).toEqual([size, 400])
  for (const twice of ['page=1&page=2', 'page[]=1', 'page[a]=1']) expect([200, 400]).toContain(await ask(twice))
  for (const page of ['1', '2', '999999999'])
    expect([page, await ask(`page=${page}&per_page=100`)]).toEqual([page, 200])
})

it('looks for what was typed: signs of patterns are but signs', async () => {
  const found = async (keyword: string) => {
    const answer = await t.call('GET', `/fish/?keyword=${encodeURIComponent(keyword)}&per_page=100`)
    return bodyOf<{ fishes: { _id: string }[] }>(answer).fishes.map(({ _id }) => _id)
  }
  expect(await found('100%')).toEqual([fish._id])
  expect(await found('cod_f')).toEqual([fish._id])
  expect(await found('%_%')).toEqual([])
  expect(await found('c_d')).toEqual([])
  const signs = '\' " \\ (a+)+$ .* [ * NEAR( -x ^ : \u202e 🐟'.split(' ')
  for (const keyword of [...signs, "' or 1=1 --", 'a AND']) {
    expect([keyword, (await found(keyword)).length]).toEqual([keyword, 0])
  }
  expect(await t.statusOf('GET', `/fish/?keyword=${'a'.repeat(101)}`)).toBe(400)
  expect(await t.statusOf('GET', `/fish/?keyword=${'%61'.repeat(3000)}`)).toBe(400)
  expect(await t.statusOf('GET', `/fish/?keyword=${encodeURIComponent('a '.repeat(50))}`)).toBe(200)
})

const withId = Object.values(calls).filter(({ path }) => path.includes(':id'))
/** A time may have the digit of the version, too. */
const noVersion = (id: string) => `${id.slice(0, 14)}0${id.slice(15)}`
const wrongIds = "0 -1 2147483648 1e3 abc null undefined %2e%2e%2f __proto__ constructor ' %00".split(' ')
it.each(withId.map(({ method, path }) => [method, path] as const))(
  '%s %s answers 404 for what is no id',
  async (method, path) => {
    const bodies: Record<string, object> = {
      '/fishes/:id/reviews/': { rating: 3, comment: '' },
      '/orders/:id/events/': { kind: 'message', text: 'When?' },
      '/fishes/:id/pictures/': { images: [], seen: [] },
      '/fishes/:id/stock/': { countInStock: 1, seen: 2 },
      '/messages/:id/': { isRead: true },
      '/orders/:id/snooze/': { until: '' },
      '/orders/:id/papers/': { kind: 'proforma' },
      '/orders/:id/papers/preview/': { kind: 'proforma' },
      '/lots/:id/': lotInput(await t.addFish()),
      '/shop/bank/:id/confirm/': { password },
      '/webhooks/:id/': { url: 'https://erp.example/hook', events: ['order.created'] },
      '/users/update/:id/': { name: 'x', email: 'x@example.org', isAdmin: false },
      '/fishes/update/:id/': { ...(await t.addFish()), countInStock: 1, _id: undefined, image: undefined },
    }
    const body = bodies[path]
    const forms: Record<string, Parameters<typeof multipart>[0]> = {
      '/fishes/:id/pictures/': { image: Buffer.from('GIF') },
      '/lots/:id/files/': { name: 'MSC', file: Buffer.from('%PDF-') },
      '/fishes/:id/certificates/': { name: 'MSC', file: Buffer.from('%PDF-') },
    }
    const form = method === 'POST' ? forms[path] : undefined
    const given = form ? multipart(form) : { ...(body && { body }) }
    // whoever no longer waits for a product that is gone has what they want
    const unknown = method === 'DELETE' && path.endsWith('/alert/') ? [] : [v7()]
    for (const id of [...wrongIds, 'x'.repeat(300), ...unknown, noVersion(v7()), `${v7()}%20`, `{${v7()}}`]) {
      const { status } = await t.call(method, path.replace(':id', id), { token: admin.token, ...given })
      expect([id, status]).toEqual([id, 404])
    }
    expect([404, 414]).toContain(
      await t.statusOf(method, path.replace(':id', 'x'.repeat(3000)), { token: admin.token }),
    )
  },
)

it('a file that takes no writes is still read from, also by those whose session would be prolonged', async () => {
  const t = await openAttackedShop({ on: 'sqlite' })
  const [user, fish] = [await t.addUser(), await t.addFish()]
  const order = await t.newOrder(user, fish)
  t.clock.pass(2 * 24 * 60 * 60 * 1000)
  await sql`pragma query_only = on`.execute(t.db.query)
  const reads = [
    '/fish/',
    `/fishes/${fish._id}`,
    '/fish/?keyword=cod',
    '/orders/myorders/',
    `/orders/${order._id}/`,
    '/health/',
  ]
  for (const path of reads) expect([path, await t.statusOf('GET', path, { token: user.token })]).toEqual([path, 200])
  const writes: [string, object][] = [
    ['/orders/add/', orderBody([fish])],
    [`/fishes/${fish._id}/reviews/`, { rating: 3, comment: '' }],
    ['/contact/', { user_email: 'v@example.org', user_message: 'x' }],
    ['/subscribe/', { email: 'x@gmail.com' }],
    ['/users/register/', { name: 'x', email: 'x@example.org', password: 'long enough' }],
    ['/users/logout/', {}],
  ]
  for (const [path, body] of writes) {
    expect([path, await t.statusOf('POST', path, { token: user.token, body, key: v7() })]).toEqual([path, 503])
  }
  await sql`pragma query_only = off`.execute(t.db.query)
  expect(await t.statusOf('POST', '/orders/add/', { token: user.token, body: orderBody([fish]) })).toBe(201)
  await t.close()
})
