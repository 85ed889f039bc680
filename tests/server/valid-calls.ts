import sharp from 'sharp'
import { v7 } from 'uuid'
import { type CallName, calls } from '../../contract/calls.ts'
import type { EventFile } from '../../contract/files.ts'
import type { FishDetail } from '../../contract/fishes.ts'
import { makeLink } from '../../server/accounts/account-links.ts'
import { transact } from '../../server/db/database.ts'
import { demoShop } from '../../server/demo/demo-shop.ts'
import { keyOf, thumbOf } from '../../server/storage/order-files.ts'
import { storeFile } from '../../server/storage/uploads.ts'
import { productWith } from '../support/product-with.ts'
import { pushInput } from './accounts/push-service.ts'
import { type CallOptions, formOf, multipart, orderBody, password, type TestShop, type TestUser } from './harness.ts'
import { offerFor } from './orders/deal.ts'
import { addPendingBank, bankAccount } from './papers/bank-accounts.ts'

/** One thing of each kind that calls are about. */
export type World = Awaited<ReturnType<typeof makeWorld>>['world']

const logo = sharp({ create: { width: 200, height: 200, channels: 3, background: 'teal' } })
  .png()
  .toBuffer()
const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
  .png()
  .toBuffer()

const webhookInput = { url: 'https://erp.example/hook', events: ['product.changed'] }

/** A lot of a product, with a code of its own. */
export const lotInput = ({ _id }: { _id: string }) => ({
  ...{ code: v7(), fishe: _id, area: '34', plant: 'SN 1' },
  ...{ caughtFrom: '2026-01-02', producedOn: '2026-01-03', bestBefore: '2027-01-03' },
})

/** Valid input of each call that is not a plain GET, so that only the rights decide. */
export const inputs: Partial<Record<CallName, (world: World) => CallOptions | Promise<CallOptions>>> = {
  createFish: () => multipart(productWith('Hake')),
  setStock: ({ fish: { countInStock } }) => ({ body: { countInStock: 4, seen: countInStock } }),
  importFishes: ({ fish: { _id } }) => ({ body: { rows: [{ _id, size: 'L' }] } }),
  updateFish: ({ fish }) => ({ body: formOf(fish) }),
  uploadPicture: async ({ fish }) => multipart({ fishe_id: fish._id, image: await picture }),
  addPicture: async () => multipart({ image: await picture }),
  setPictures: ({ fish: { image, images = image ? [image] : [] } }) => ({ body: { images, seen: images } }),
  addCertificate: () => multipart({ name: 'MSC', file: Buffer.from('%PDF-1.7') }),
  changeFishes: ({ fish: { _id } }) => ({ body: { ids: [_id], featured: true } }),
  createReview: () => ({ body: { rating: 3, comment: 'Good' } }),
  register: () => ({ body: { name: 'New', email: `${v7()}@example.org`, password } }),
  login: ({ owner }) => ({ body: { username: owner.email, password } }),
  updateProfile: ({ owner }) => ({ body: { id: owner.id, name: owner.name, email: owner.email, password: '' } }),
  changeAddresses: () => ({
    body: { after: { label: 'Home', address: 'Quay', city: 'Vigo', postalCode: '-', country: 'ES' } },
  }),
  forgotPassword: ({ owner }) => ({ body: { email: owner.email } }),
  resetPassword: ({ reset }) => ({ body: { token: reset.token, password } }),
  typePassword: () => ({ body: { password } }),
  deleteOwnAccount: () => ({ body: { password } }),
  updateUser: ({ owner }) => ({ body: { _id: owner.id, name: 'Renamed', email: owner.email, isAdmin: false } }),
  createOrder: ({ fish }) => ({ body: orderBody([fish]) }),
  addOrderEvent: () => ({ body: { kind: 'message', text: 'Hello' } }),
  makePaper: () => ({ body: { kind: 'proforma' } }),
  previewPaper: () => ({ body: { kind: 'proforma' } }),
  createLot: ({ fish }) => ({ body: lotInput(fish) }),
  updateLot: ({ fish }) => ({ body: lotInput(fish) }),
  addLotFile: () => multipart({ name: 'Catch certificate', file: Buffer.from('%PDF-1.7') }),
  subscribe: () => ({ body: { email: `${v7()}@gmail.com` } }),
  updateShop: () => ({ body: demoShop }),
  updateSeller: () => ({ body: { legalName: 'Quay SA', taxNumber: '', registrationNumber: '', approvalNumber: '' } }),
  changeBank: () => ({ body: { ...bankAccount(v7()), password } }),
  confirmBank: () => ({ body: { password } }),
  updateShopText: () => ({ body: { en: 'Imprint', fr: '', es: '' } }),
  uploadLogo: async () => multipart({ image: await logo }),
  uploadShopPicture: async () => multipart({ image: await picture }),
  // the right that everybody has who may give one
  makeApiKey: () => ({ body: { name: 'ERP', rights: ['shop'] } }),
  invite: () => ({ body: { email: `${v7()}@example.org`, rights: ['shop'] } }),
  openInvitation: ({ invitation: { token } }) => ({ body: { token } }),
  acceptInvitation: ({ invitation: { token } }) => ({
    body: { token, name: 'New', email: `${v7()}@example.org`, password },
  }),
  joinByInvitation: ({ invitation: { token } }) => ({ body: { token } }),
  updateMessage: () => ({ body: { isRead: true } }),
  snoozeOrder: () => ({ body: { until: '2026-01-10' } }),
  savePushSubscription: () => ({ body: pushInput() }),
  createWebhook: () => ({ body: webhookInput }),
  updateWebhook: () => ({ body: webhookInput }),
  sendContact: () => ({ body: { user_email: 'v@example.org', user_message: 'Hello' } }),
}

export function pathOf(name: CallName, world: World): string {
  const nouns = {
    // an order's name is also in calls of lots
    Lot: world.lot._id,
    Dossier: world.accepted._id,
    Order: world.order._id,
    OfferLink: world.order._id,
    snooze: world.order._id,
    Customer: world.order._id,
    Session: world.session._id,
    User: world.owner.id,
    ResetLink: world.owner.id,
    Subscriber: world.subscriber._id,
    Message: world.message._id,
    Bank: world.bank._id,
    Paper: world.accepted._id,
    File: world.file._id,
    Webhook: world.webhook._id,
    ApiKey: world.apiKey._id,
    Invitation: world.invitation._id,
  }
  const id = Object.entries(nouns).find(([noun]) => name.includes(noun))?.[1] ?? world.fish._id
  return calls[name].path
    .replace(':id', id)
    .replace(':review', world.review._id)
    .replace(':link', world.link._id)
    .replace(':delivery', world.delivery._id)
    .replace(':type', 'fish')
    .replace(':page', 'imprint')
    .replace(':hash', '0'.repeat(64))
}

/** A file of an order, which is here. */
export async function makeFile(t: Pick<TestShop, 'shop' | 'db'>, order: { _id: string }): Promise<EventFile> {
  const made = { name: 'Paper.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-1.7') } as const
  const stored = await storeFile(t.shop, { orderId: order._id, event: v7(), author: { id: v7() }, ...made })
  await transact(t.db, (tx) => stored.record(tx))
  // as a picture would have one
  await t.shop.files.put(thumbOf(keyOf(order._id, stored.file._id)), Buffer.from('RIFF'), 'image/webp')
  return stored.file
}

/** An accepted order, of which pro formas can be made. */
async function makeAccepted(
  t: TestShop,
  { fish, owner, admin }: Record<'owner' | 'admin', TestUser> & { fish: FishDetail },
) {
  const { json } = await t.call('POST', '/orders/add/', { token: owner.token, body: orderBody([fish]) })
  const { _id, orderItems } = json.data
  const say = async (who: TestUser, body: object) =>
    (await t.call('POST', `/orders/${_id}/events/`, { token: who.token, body })).json.data.events.at(-1)._id
  const offer = await say(admin, { kind: 'offer', after: 0, offer: offerFor(orderItems) })
  await say(owner, { kind: 'accept', offer })
  // papers name who sells
  await t.call('PUT', '/shop/', { token: admin.token, body: demoShop })
  const seller = { legalName: 'Quay SA', taxNumber: '1', registrationNumber: '2', approvalNumber: '3' }
  await t.call('PUT', '/shop/seller/', { token: admin.token, body: seller })
  return { _id }
}

/** Makes a thing of each kind. The tokens are those of the callers. */
export async function makeWorld(t: TestShop) {
  // the API answers products in this shape
  const fish = (await t.addFish({
    scientific_name: 'Gadus morhua',
    fao_code: 'COD',
    size: '1-2',
    weight: '3',
  })) as unknown as FishDetail
  const [owner, other, admin, deleted, reviewer] = await Promise.all([
    t.addUser(),
    t.addUser(),
    t.addUser({ admin: true }),
    t.addUser(),
    t.addUser(),
  ])
  const made = await t.call('POST', '/orders/add/', { token: owner.token, body: orderBody([fish]) })
  const offer = { kind: 'offer', after: 0, offer: offerFor(made.json.data.orderItems) }
  await t.call('POST', `/orders/${made.json.data._id}/events/`, { token: admin.token, body: offer })
  const shared = await t.call('POST', `/orders/${made.json.data._id}/links/`, { token: owner.token })
  await t.call('DELETE', `/users/delete/${deleted.id}/`, { token: admin.token })
  const review = { token: reviewer.token, body: { rating: 2, comment: 'Soft' } }
  const reviewed = await t.call('POST', `/fishes/${fish._id}/reviews/`, review)
  const email = `${v7()}@gmail.com`
  await t.call('POST', '/subscribe/', { body: { email } })
  const subscribers = await t.call('GET', '/subscribers/', { token: admin.token, query: { per_page: '1' } })
  const sent = await t.call('POST', '/contact/', { body: { user_email: email, user_message: 'Hello' } })
  const session = (await t.call('GET', '/users/sessions/', { token: owner.token })).json[0]
  // a shop may have ten
  await t.db.query.deleteFrom('webhook').execute()
  const hooked = await t.call('POST', '/webhooks/', { token: admin.token, body: webhookInput })
  const tested = await t.call('POST', `/webhooks/${hooked.json._id}/test/`, { token: admin.token })
  const reset = await makeLink(t.shop, t.db, { kind: 'reset', account: reviewer })
  const bank = { _id: await addPendingBank(t) }
  // a shop has a hundred at most
  await t.db.query.deleteFrom('api_key').execute()
  const key = await t.call('POST', '/keys/', { token: admin.token, body: { name: 'ERP', rights: ['orders'] } })
  // as many at most
  await t.db.query.deleteFrom('invitation').execute()
  const invited = await t.call('POST', '/invitations/', { token: admin.token, body: { rights: ['shop'] } })
  const invitation = { _id: invited.json._id, token: invited.json.url.split('/').at(-1) }
  const accepted = await makeAccepted(t, { fish, owner, admin })
  const lot: { _id: string } = (await t.call('POST', '/lots/', { token: admin.token, body: lotInput(fish) })).json
  const order: { _id: string } = made.json.data
  const world = {
    ...{ fish, lot, owner, order, accepted, invitation, reset, session, bank, file: await makeFile(t, order) },
    ...{ link: shared.json, review: reviewed.json, subscriber: subscribers.json[0], message: sent.json },
    ...{ apiKey: key.json, webhook: hooked.json, delivery: tested.json },
  }
  return { world, other, admin, deleted }
}
