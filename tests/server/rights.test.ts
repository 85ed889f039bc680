import sharp from 'sharp'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EndpointName, endpoints } from '../../contract/endpoints.ts'
import type { FishDetail } from '../../contract/fishes.ts'
import { demoShop } from '../../server/demo/demo-shop.ts'
import { makeLink } from '../../server/services/account-links.ts'
import {
  type CallOptions,
  dialects,
  multipart,
  openTestShop,
  orderBody,
  password,
  type TestShop,
  type TestUser,
} from './harness.ts'
import { pushInput } from './push-service.ts'
import { actors, rights } from './rights-table.ts'

interface World {
  fish: FishDetail
  owner: TestUser
  order: { _id: string }
  review: { _id: string }
  subscriber: { _id: string }
  message: { _id: string }
  reset: { token: string }
  session: { _id: string }
}

const logo = sharp({ create: { width: 200, height: 200, channels: 3, background: 'teal' } })
  .png()
  .toBuffer()
const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
  .png()
  .toBuffer()

function fishFields(fish: FishDetail) {
  const { _id, trade_name, trade_name_fr, trade_name_es, classe, category, type, countInStock, image } = fish
  return { _id, trade_name, trade_name_fr, trade_name_es, classe, category, type, countInStock, image }
}

function formFields(fish: FishDetail) {
  const { _id: _, image: __, countInStock, ...fields } = fishFields(fish)
  return { ...fields, countInStock: String(countInStock) }
}

/** Valid input of each call that is not a plain GET, so that only the rights decide. */
const inputs: Partial<Record<EndpointName, (world: World) => CallOptions | Promise<CallOptions>>> = {
  createFish: ({ fish }) => multipart(formFields(fish)),
  setStock: ({ fish: { countInStock } }) => ({ body: { countInStock: 4, seen: countInStock } }),
  importFishes: ({ fish: { _id } }) => ({ body: { rows: [{ _id, size: 'L' }] } }),
  updateFish: ({ fish }) => ({ body: fishFields(fish) }),
  uploadPicture: async ({ fish }) => multipart({ fishe_id: fish._id, image: await picture }),
  createReview: () => ({ body: { rating: 3, comment: 'Good' } }),
  register: () => ({ body: { name: 'New', email: `${v7()}@example.org`, password } }),
  login: ({ owner }) => ({ body: { username: owner.email, password } }),
  updateProfile: ({ owner }) => ({ body: { id: owner.id, name: owner.name, email: owner.email, password: '' } }),
  forgotPassword: ({ owner }) => ({ body: { email: owner.email } }),
  resetPassword: ({ reset }) => ({ body: { token: reset.token, password } }),
  deleteOwnAccount: () => ({ body: { password } }),
  updateUser: ({ owner }) => ({ body: { _id: owner.id, name: 'Renamed', email: owner.email, isAdmin: false } }),
  createOrder: ({ fish }) => ({ body: orderBody([fish]) }),
  addOrderEvent: () => ({ body: { kind: 'message', text: 'Hello' } }),
  subscribe: () => ({ body: { email: `${v7()}@gmail.com` } }),
  updateShop: () => ({ body: demoShop }),
  uploadLogo: async () => multipart({ image: await logo }),
  updateMessage: () => ({ body: { isRead: true } }),
  savePushSubscription: () => ({ body: pushInput() }),
  sendContact: () => ({ body: { user_email: 'v@example.org', user_message: 'Hello' } }),
}

function pathOf(name: EndpointName, { session, fish, owner, order, review, subscriber, message }: World): string {
  const nouns = {
    Order: order._id,
    Session: session._id,
    User: owner.id,
    ResetLink: owner.id,
    Subscriber: subscriber._id,
    Message: message._id,
  }
  const id = Object.entries(nouns).find(([noun]) => name.includes(noun))?.[1] ?? fish._id
  return endpoints[name].path.replace(':id', id).replace(':review', review._id).replace(':type', 'fish')
}

describe.each(dialects)('rights on %s', (dialect) => {
  let t: TestShop
  let world: World
  let tokens: Record<(typeof actors)[number], string | undefined>
  /** Whether the data must be created again: a successful call may have changed it. */
  let isChanged = true
  beforeAll(async () => {
    t = await openTestShop(dialect, { env: { PUBLIC_URL: 'https://quay.example' } })
    // one administrator stays when others are deleted
    await t.addUser({ admin: true })
  })
  afterAll(() => t.close())

  async function prepare() {
    if (!isChanged) return
    // the API answers products in this shape
    const fish = (await t.addFish()) as unknown as FishDetail
    const [owner, other, admin, deleted, reviewer] = await Promise.all([
      t.addUser(),
      t.addUser(),
      t.addUser({ admin: true }),
      t.addUser(),
      t.addUser(),
    ])
    const made = await t.call('POST', '/orders/add/', { token: owner.token, body: orderBody([fish]) })
    await t.call('DELETE', `/users/delete/${deleted.id}/`, { token: admin.token })
    const review = { token: reviewer.token, body: { rating: 2, comment: 'Soft' } }
    const reviewed = await t.call('POST', `/fishes/${fish._id}/reviews/`, review)
    const email = `${v7()}@gmail.com`
    await t.call('POST', '/subscribe/', { body: { email } })
    const subscribers = await t.call('GET', '/subscribers/', { token: admin.token, query: { per_page: '1' } })
    const sent = await t.call('POST', '/contact/', { body: { user_email: email, user_message: 'Hello' } })
    const session = (await t.call('GET', '/users/sessions/', { token: owner.token })).json[0]
    const reset = await makeLink(t.shop, t.db, { kind: 'reset', account: reviewer })
    const [order, subscriber, message] = [made.json.data, subscribers.json[0], sent.json]
    world = { fish, owner, order, review: reviewed.json, subscriber, message, reset, session }
    tokens = { visitor: undefined, owner: owner.token, other: other.token, admin: admin.token, deleted: deleted.token }
    isChanged = false
  }

  async function send(name: EndpointName, path: string, token: string | undefined) {
    const { method } = endpoints[name]
    const answer = await t.call(method, path, { ...(await inputs[name]?.(world)), token })
    isChanged = answer.status < 400 && method !== 'GET'
    return answer
  }

  describe.each(Object.keys(endpoints) as EndpointName[])('%s', (name) => {
    it.each(actors.map((actor, at) => [actor, rights[name][at] ?? 0] as const))('%s: %d', async (actor, status) => {
      await prepare()
      const rowsBefore = await counts()
      const answer = await send(name, pathOf(name, world), tokens[actor])
      expect([answer.status, answer.text.slice(0, status >= 400 ? 0 : 200)]).toEqual([status, expect.any(String)])
      expect(answer.headers['x-shop-api']).toBe('1')
      if (status < 400) return
      expect(await counts()).toEqual(rowsBefore)
      expect(answer.json).toMatchObject({ status, detail: expect.stringMatching(/\S/), title: expect.any(String) })
      expect(answer.headers['content-type']).toBe('application/problem+json')
      if (actor === 'deleted') expect(answer.json.type).toBe('about:quayside/account-gone')
    })

    it('answers with and without the slash', async () => {
      await prepare()
      const { path } = endpoints[name]
      const turned = path.endsWith('/') ? pathOf(name, world).slice(0, -1) : `${pathOf(name, world)}/`
      const isOwners = ['updateProfile', 'endSession'].includes(name)
      const token = isOwners ? tokens.owner : tokens.admin
      const answer = await send(name, turned, token)
      expect(answer.status).toBe(rights[name][isOwners ? 1 : 3])
    })
  })

  async function counts() {
    const tables = [
      'fish',
      'account',
      'account_link',
      'account_mail',
      'review',
      'shop_order',
      'order_event',
      'subscriber',
      'contact_message',
      'admin_action',
    ] as const
    return Promise.all(
      tables.map(async (table) =>
        t.db.query
          .selectFrom(table)
          .select((the) => the.fn.countAll<number>().as('count'))
          .executeTakeFirst(),
      ),
    )
  }
})

it('has a row for each call of the contract', () => {
  expect(Object.keys(rights)).toEqual(Object.keys(endpoints))
})
