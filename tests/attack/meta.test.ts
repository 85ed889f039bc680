import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type CallName, calls } from '../../contract/calls.ts'
import type { Order } from '../../contract/orders.ts'
import { makeLink } from '../../server/accounts/account-links.ts'
import { openSession } from '../../server/accounts/sessions.ts'
import { demoShop } from '../../server/demo/demo-shop.ts'
import type { JsonSchema } from '../../server/http/validation.ts'
import { variables } from '../../server/settings.ts'
import { pushInput } from '../server/accounts/push-service.ts'
import { rights } from '../server/accounts/rights-table.ts'
import { multipart, orderBody, password, type TestUser } from '../server/harness.ts'
import { offerFor } from '../server/orders/deal.ts'
import { addPendingBank, bankAccount } from '../server/papers/bank-accounts.ts'
import type { Reply } from '../support/http-call.ts'
import { bodyOf, openAttackedShop } from './shop.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Part of an OpenAPI document, as deep as it is read here. */
interface Described {
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, Content> }>>
}
interface Content {
  content?: Record<string, { schema: JsonSchema }>
}

/** Paths of all fields that a value has and its schema does not tell of. */
function undescribed(value: unknown, schema: JsonSchema | undefined, path = ''): string[] {
  if (!schema) return [path]
  if (schema.anyOf || typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((one) => undescribed(one, schema.items, `${path}[]`))
  return Object.entries(value).flatMap(([name, child]) =>
    undescribed(child, schema.properties?.[name], `${path}.${name}`),
  )
}

/** Method and path of every route, from the tree that the router prints: each branch goes on where its parent ends. */
function routesOf(tree: string): string[] {
  const branch: string[] = []
  return tree
    .split('\n')
    .flatMap((line) => {
      const at = line.indexOf('── ')
      if (at < 0) return []
      const [, part = '', methods = ''] = /── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
      branch.splice((at - 1) / 4, branch.length, part)
      const path = branch.join('').replace(/\/$/, '')
      return methods.split(', ').flatMap((method) => (['', 'HEAD'].includes(method) ? [] : [`${method} ${path}`]))
    })
    .sort()
}

const t = await openAttackedShop({ on: 'sqlite', env: { PUBLIC_URL: 'https://quay.example' } })
const admin = await t.addUser({ admin: true })
const buyer = await t.addUser()
const document = bodyOf<Described>(await t.call('GET', '/openapi.json'))
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
const schemas: Map<string, [status: number, schema: JsonSchema | undefined]> = new Map(
  operations.map(({ operationId, responses }) => {
    const status = Object.keys(responses).find((code) => code !== 'default') ?? ''
    return [operationId, [Number(status), responses[status]?.content?.['application/json']?.schema]]
  }),
)
afterAll(() => t.close())

it('of the server is in the contract, the rights table and the description', () => {
  const names = Object.keys(calls)
  expect(Object.keys(rights).sort()).toEqual([...names].sort())
  expect([...schemas.keys()].sort()).toEqual([...names].sort())
  const expected = Object.values(calls).map(({ method, path }) => `${method} /api${path.replace(/\/$/, '')}`)
  const docs = ['', '/json', '/yaml', '/static/*', '/static/index.html', '/static/swagger-initializer.js']
  const others = ['GET /api/openapi.json', 'GET /images/:hash/:file', ...docs.map((page) => `GET /api/docs${page}`)]
  const pages = [
    'OPTIONS /api/files',
    'POST /api/files',
    'OPTIONS /api/files/:id',
    'PATCH /api/files/:id',
    'GET /api/users/confirm/:token',
    'POST /api/users/confirm/:token',
    'POST /api/newsletter',
    'GET /api/unsubscribe/:token',
    'POST /api/unsubscribe/:token',
    'GET /legal/:page',
    'GET /o/:token',
    'GET /p',
    'GET /p/:id',
    'GET /p/:id/:slug',
    'GET /p/style.css',
    'GET /robots.txt',
    'GET /sitemap.xml',
  ]
  expect(routesOf(t.app.printRoutes())).toEqual([...expected, ...others, ...pages].sort())
})

it('answers what its schema tells, and no more', async () => {
  const fish = await t.addFish({ scientific_name: 'Gadus morhua', fao_code: 'COD', size: '1-2', weight: '3' })
  const fields = { trade_name: 'a', trade_name_fr: 'b', trade_name_es: 'c', classe: 'd', category: 'e', type: 'fish' }
  const as = (who: TestUser, body?: unknown) => ({ token: who.token, ...(body !== undefined && { body }) })
  const image = await (await import('sharp'))
    .default({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const logo = await (await import('sharp')).default(image).resize(200, 200).png().toBuffer()
  const victim = await t.addUser()
  const account = { name: 'New', email: 'new@example.org', password }
  const order = await t.newOrder(buyer, fish)
  const offer = { kind: 'offer', after: 0, offer: offerFor(order.orderItems) }
  await t.call('POST', `/orders/${order._id}/events/`, as(admin, offer))
  const link = bodyOf<{ _id: string }>(await t.call('POST', `/orders/${order._id}/links/`, as(admin)))._id
  const apiKey = await t.call('POST', '/keys/', as(admin, { name: 'Scale', rights: ['orders'], until: '2027-01-01' }))
  const invitation = async () =>
    bodyOf<{ _id: string; url: string }>(await t.call('POST', '/invitations/', as(admin, { rights: ['orders'] })))
  const invitationToken = async () => (await invitation()).url.split('/').at(-1)
  const hook = { url: 'https://erp.example/hook', events: ['order.created'] }
  const webhooks = bodyOf<{ _id: string }>(await t.call('POST', '/webhooks/', as(admin, hook)))._id
  const delivery = bodyOf<{ _id: string }>(await t.call('POST', `/webhooks/${webhooks}/test/`, as(admin)))._id
  const gone = (await t.addFish())._id
  const leaving = await t.addUser()
  const colleague = await t.addUser()
  await openSession(t.shop, t.db, buyer.id)
  const sessions = bodyOf<{ _id: string; isCurrent: boolean }[]>(await t.call('GET', '/users/sessions/', as(buyer)))
  const otherSession = sessions.find(({ isCurrent }) => !isCurrent)?._id ?? ''
  const reset = await makeLink(t.shop, t.db, { kind: 'reset', account: await t.addUser() })
  const seller = { legalName: 'Quay SA', taxNumber: '1', registrationNumber: '2', approvalNumber: '3' }
  const given: [CallName, object?][] = [
    ['createFish', { token: admin.token, ...multipart({ ...fields, countInStock: '1', image }) }],
    ['updateFish', as(admin, { ...fields, countInStock: 3 })],
    ['uploadPicture', { token: admin.token, ...multipart({ fishe_id: fish._id, image }) }],
    ['setStock', as(admin, { countInStock: 4, seen: 3 })],
    ['importFishes', as(admin, { rows: [{ _id: fish._id, size: 'L' }] })],
    ['createReview', as(buyer, { rating: 4, comment: 'Good' })],
    ...(
      [
        'listFish',
        'countFish',
        'topFishes',
        'fishesByType',
        'fishChanges',
        'getFish',
        'listReviews',
        'pushKey',
        'health',
      ] as const
    ).map((name): [CallName] => [name]),
    ['register', { body: account }],
    ['login', { body: { username: account.email, password } }],
    ['forgotPassword', { body: { email: account.email } }],
    ['resetPassword', { body: { token: reset.token, password } }],
    ['makeResetLink', as(admin)],
    ['listSessions', as(buyer)],
    ['endSession', as(buyer)],
    ['getConfirmation', as(buyer)],
    ['mailConfirmation', as(buyer)],
    ['downloadOwnData', as(buyer)],
    ['deleteOwnAccount', as(leaving, { password })],
    ['updateProfile', as(buyer, { name: 'Other', email: buyer.email })],
    ['listUsers', as(admin)],
    ['getUser', as(buyer)],
    ['updateUser', as(admin, { name: 'Other', email: buyer.email, isAdmin: false })],
    ['createOrder', as(buyer, orderBody([fish]))],
    ['myOrders', as(buyer)],
    ['listOrders', as(admin)],
    ['getOrder', as(buyer)],
    ['orderChanges', as(buyer)],
    ['orderCounts', as(admin)],
    ['listPapers', as(admin)],
    ['makePaper', as(admin, { kind: 'proforma' })],
    ['addOrderEvent', as(buyer, { kind: 'message', text: 'When?' })],
    ['makeOfferLink', as(buyer)],
    ['listOfferLinks', as(buyer)],
    ['revokeOfferLink', as(admin)],
    ['listOrderEvents', { ...as(buyer), query: { before: '2' } }],
    ['subscribe', { body: { email: 'somebody@gmail.com' } }],
    ['listSubscribers', as(admin)],
    ['sendContact', { body: { user_email: 'v@example.org', user_message: 'Hello' } }],
    ['getShop'],
    ['updateShop', as(admin, demoShop)],
    ['uploadLogo', { token: admin.token, ...multipart({ image: logo }) }],
    ['getSeller', as(admin)],
    ['updateSeller', as(admin, seller)],
    ['changeBank', as(admin, { ...bankAccount('New'), password })],
    ['confirmBank', as(admin, { password })],
    ['withdrawBank', as(admin)],
    ['getShopText'],
    ['updateShopText', as(admin, { en: 'Imprint', fr: '', es: '' })],
    ['shopSetup', as(admin)],
    ['makeApiKey', as(admin, { name: 'ERP', rights: ['orders'] })],
    ['listApiKeys', as(admin)],
    ['revokeApiKey', as(admin)],
    ['invite', as(admin, { email: 'colleague@example.org', rights: ['orders'] })],
    ['listInvitations', as(admin)],
    ['renewInvitation', as(admin)],
    ['withdrawInvitation', as(admin)],
    ['openInvitation', { body: { token: await invitationToken() } }],
    [
      'acceptInvitation',
      { body: { token: await invitationToken(), name: 'New', email: 'clerk@example.org', password } },
    ],
    ['joinByInvitation', as(colleague, { token: await invitationToken() })],
    ['createWebhook', as(admin, hook)],
    ['listWebhooks', as(admin)],
    ['updateWebhook', as(admin, hook)],
    ['renewWebhookSecret', as(admin)],
    ['testWebhook', as(admin)],
    ['listWebhookDeliveries', as(admin)],
    ['resendWebhookDelivery', as(admin)],
    ['deleteWebhook', as(admin)],
    ['listMessages', as(admin)],
    ['listAdminActions', as(admin)],
    ['updateMessage', as(admin, { isRead: true })],
    ['deleteMessage', as(admin)],
    ['savePushSubscription', as(victim, pushInput())],
    ['deletePushSubscription', as(victim)],
    ['deleteSubscriber', as(admin)],
    ['deleteReview', as(admin)],
    ['typePassword', as(victim, { password })],
    ['deleteOrder', as(admin)],
    ['deleteFish', as(admin)],
    ['deleteUser', as(admin)],
    ['logout', as(victim)],
  ]
  // a live stream and a file are no JSON; tests/server/http/live.test.ts and tests/server/storage/ read them
  const described = Object.keys(calls).filter((name) => name !== 'live' && name !== 'getFile')
  expect(given.map(([name]) => name).sort()).toEqual(described.sort())
  const review = await t.call('POST', `/fishes/${fish._id}/reviews/`, as(victim, { rating: 2, comment: 'Soft' }))
  const reviewId = bodyOf<{ _id: string }>(review)._id
  await t.call('POST', '/subscribe/', { body: { email: 'reader@gmail.com' } })
  const subscribers = bodyOf<{ _id: string }[]>(await t.call('GET', '/subscribers/', as(admin)))
  const message = { user_email: 'v@example.org', user_message: 'Hello' }
  const messages = bodyOf<{ _id: string }>(await t.call('POST', '/contact/', { body: message }))._id
  const subscriber = subscribers[0]?._id ?? ''
  const ids: Record<string, string> = {
    fishes: fish._id,
    users: buyer.id,
    orders: order._id,
    subscribers: subscriber,
    messages,
    keys: bodyOf<{ _id: string }>(apiKey)._id,
    webhooks,
    invitations: (await invitation())._id,
  }
  const acceptedOrder = async () => {
    const { _id, orderItems } = await t.newOrder(buyer, fish)
    const say = async (who: TestUser, body: object) =>
      bodyOf<{ data: Order }>(await t.call('POST', `/orders/${_id}/events/`, as(who, body))).data.events.at(-1)?._id
    const offer = await say(admin, { kind: 'offer', after: 0, offer: offerFor(orderItems) })
    await say(buyer, { kind: 'accept', offer })
    await t.call('PUT', '/shop/', as(admin, demoShop))
    await t.call('PUT', '/shop/seller/', as(admin, seller))
    await addPendingBank(t)
    return _id
  }
  for (const [name, options] of given) {
    const { method, path } = calls[name]
    if (path.startsWith('/shop/bank/')) ids.shop = await addPendingBank(t)
    const special: Record<string, string> = { deleteFish: gone, endSession: otherSession }
    if (name === 'makePaper') special[name] = await acceptedOrder()
    const id = special[name] ?? ids[path.split('/')[1] ?? '']
    const address = path
      .replace(':id', id ?? '')
      .replace(':review', reviewId)
      .replace(':link', link)
      .replace(':delivery', delivery)
      .replace(':type', 'fish')
      .replace(':page', 'imprint')
    const reply: Reply = await t.call(method, address, options)
    const [status, schema] = schemas.get(name) ?? []
    expect([name, reply.status]).toEqual([name, status])
    if (reply.status === 204) expect([name, reply.text, schema]).toEqual([name, '', undefined])
    else expect([name, undescribed(reply.json, schema)]).toEqual([name, []])
  }
})

describe('every setting', () => {
  const names = Object.keys(variables)
  const documents = [
    'README.md',
    ...readdirSync(join(root, 'docs'))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`),
  ]
  const written = documents.map(read).join('\n')

  it.each(names)('%s is explained to those who run a shop', (name) => {
    expect(written).toMatch(new RegExp(`\\b${name}\\b`))
  })

  it('comes from the one list of settings: nothing else reads the environment', () => {
    const files = readdirSync(join(root, 'server'), { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('.ts') && !name.startsWith('scripts/'))
    const readers = files.filter((name) => /process\.env/.test(read(`server/${name}`)))
    // a child that decodes pictures gets PATH and the compile cache, and nothing else
    expect(readers.sort()).toEqual(['main.ts', 'storage/decoder.ts'])
  })
})
