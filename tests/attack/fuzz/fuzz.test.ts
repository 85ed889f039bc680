import fc from 'fast-check'
import sharp from 'sharp'
import { v4, v7 } from 'uuid'
import { afterAll, expect, it } from 'vitest'
import type { FishDetail } from '../../../contract/fishes.ts'
import type { Lot } from '../../../contract/lots.ts'
import { makeLink } from '../../../server/accounts/account-links.ts'
import { hashToken, openSession } from '../../../server/accounts/sessions.ts'
import { createFish } from '../../../server/catalogue/fish-service.ts'
import { createReview } from '../../../server/catalogue/review-service.ts'
import { insertNew } from '../../../server/db/database.ts'
import { asCall } from '../../server/end-of.ts'
import { multipart } from '../../server/harness.ts'
import { offerFor } from '../../server/orders/deal.ts'
import { addPendingBank } from '../../server/papers/bank-accounts.ts'
import { lotInput, makeFile } from '../../server/valid-calls.ts'
import { memoryHeld, memoryInUse } from '../../support/collect-garbage.ts'
import { type Reply, sendRequest } from '../../support/http-call.ts'
import { productWith } from '../../support/product-with.ts'
import { isLong, runSeed as seed } from '../../support/run.ts'
import { conventionFaults } from '../conventions.ts'
import { bodyOf, openAttackedShop } from '../shop.ts'
import { mutations } from './mutations.ts'
import { type Document, type Operation, operationsOf } from './operations.ts'
import { assemble, type Draft, validRequest } from './requests.ts'

/** How many changed requests of each call beside ten good ones, others in each run; a picture that is taken costs as much as fifty other calls. */
const requestsOf = (name: string) =>
  isLong ? 1000 : ['uploadLogo', 'createFish', 'updateFish'].includes(name) ? 15 : 50
/**
 * Bytes that a call may leave behind, together with those before it since garbage was last collected: the cache of answers holds
 * 16 MB, and V8 its own.
 */
const mayGrow = 40 * 1024 * 1024

const square = (width: number) =>
  sharp({ create: { width, height: width, channels: 3, background: '#08f' } })
    .png()
    .toBuffer()
const pdf = Buffer.from('%PDF-1.7 a')
const [picture, logo] = await Promise.all([square(2), square(192)])

const t = await openAttackedShop({ env: { PUBLIC_URL: 'https://quay.example' } })
const { json } = await t.call('GET', '/openapi.json')
// the document's own shape is checked by the tests of the contract
const operations = operationsOf(json as Document)
const admin = await t.addUser({ admin: true })
const buyer = await t.addUser()
const [fish, bought] = [await t.addFish(), await t.addFish()]
const order = await t.newOrder(buyer, bought)
const offer = { kind: 'offer', after: 0, offer: offerFor(order.orderItems) }
await t.call('POST', `/orders/${order._id}/events/`, { token: admin.token, body: offer })
const user = await t.addUser()
const file = await makeFile(t, order)
const lot = await someLot()
/** What visitors and customers do, beside what administrators do with the same words in the address. */
const asCustomer = [
  ...['updateProfile', 'logout', 'myOrders', 'getOrder', 'orderChanges', 'listSessions'],
  ...['getConfirmation', 'mailConfirmation', 'downloadOwnData'],
]

/** Something to take away for the calls that do, and somebody who may. */
async function prepare({ name, signedIn }: Operation) {
  // a user has five streams at a time, and the server may not know yet that one was closed
  const actor = ['deleteOwnAccount', 'live'].includes(name)
    ? await t.addUser()
    : asCustomer.includes(name)
      ? buyer
      : admin
  if (name === 'makeApiKey') await t.db.query.deleteFrom('api_key').execute()
  if (name === 'makeOfferLink') await t.db.query.deleteFrom('offer_link').execute()
  const own = ['deleteLot', 'addLotFile', 'removeLotFile'].includes(name) ? await someLot() : lot
  const ids: Record<string, string> = {
    bought: bought._id,
    file: file._id,
    fish: ['deleteFish', 'addCertificate'].includes(name) ? await someFish() : fish._id,
    lot: own,
    certificate:
      name === 'removeCertificate' ? await someCertificate() : name === 'removeLotFile' ? await someLotFile(own) : '',
    user: name === 'deleteUser' ? (await t.addUser()).id : user.id,
    // a thread that thousands of events grow in would be what takes the time
    // on one's own order an administrator may say what each side may
    order: ['deleteOrder', 'addOrderEvent'].includes(name) ? (await t.newOrder(admin, bought))._id : order._id,
    bank: /^(confirm|withdraw)Bank$/.test(name) ? await addPendingBank(t) : '',
    review: name === 'deleteReview' ? await someReview() : '',
    message: name.endsWith('Message') ? await someMessage() : '',
    session: name === 'endSession' ? await someSession(actor.id) : '',
    offerlink: name === 'revokeOfferLink' ? await someOfferLink() : '',
    key: name === 'revokeApiKey' ? await someApiKey(actor) : '',
    ...(/invit/i.test(name) ? await someInvitation() : { invitation: '', invited: '' }),
    link: name === 'resetPassword' ? await someLink() : '',
    subscriber: name === 'deleteSubscriber' ? await someSubscriber() : '',
    ...(name.includes('Webhook') ? await someWebhook() : { webhook: '', delivery: '' }),
  }
  const token = name === 'createReview' ? (await t.addUser()).token : signedIn ? actor.token : undefined
  const made: Record<string, () => string> = { email: () => `f${v4().slice(0, 13)}@gmail.com`, uuid: () => v7() }
  const fill = (text: string) => text.replace(/@(\w+)@/g, (all, word: string) => made[word]?.() ?? ids[word] ?? all)
  return { token: name === 'logout' ? await openSession(t.shop, t.db, buyer.id) : token, fill }
}

async function someFish(): Promise<string> {
  return (
    await createFish(
      t.shop,
      asCall({ body: productWith('Hake'), user: { ...admin, tokenHash: hashToken(admin.token), rights: [] } }),
    )
  )._id
}

async function someLot(): Promise<string> {
  return bodyOf<Lot>(await t.call('POST', '/lots/', { token: admin.token, body: lotInput(fish) }))._id
}

/** The folder in the address of a file of the lot. */
async function someLotFile(to: string): Promise<string> {
  const form = multipart({ name: 'Catch certificate', file: pdf })
  const { json } = await t.call('POST', `/lots/${to}/files/`, { token: admin.token, ...form })
  return (json as Lot).files[0]?.file.split('/')[2] ?? ''
}

/** The folder in the address of a certificate of the product. */
async function someCertificate(): Promise<string> {
  const form = multipart({ name: 'MSC', file: pdf })
  const { json } = await t.call('POST', `/fishes/${fish._id}/certificates/`, { token: admin.token, ...form })
  return (json as FishDetail).certificateFiles?.[0]?.file.split('/')[2] ?? ''
}

/** The only one, since a shop may have ten. */
async function someWebhook(): Promise<{ webhook: string; delivery: string }> {
  await t.db.query.deleteFrom('webhook').execute()
  const body = { url: 'https://erp.example/', events: ['order.created'] }
  const { _id } = bodyOf<{ _id: string }>(await t.call('POST', '/webhooks/', { token: admin.token, body }))
  const test = await t.call('POST', `/webhooks/${_id}/test/`, { token: admin.token })
  return { webhook: _id, delivery: bodyOf<{ _id: string }>(test)._id }
}

async function someMessage(): Promise<string> {
  const body = { user_email: 'v@example.org', user_message: 'Hello' }
  return bodyOf<{ _id: string }>(await t.call('POST', '/contact/', { body }))._id
}

async function someSubscriber(): Promise<string> {
  const row = { id: v7(), email: `${v7()}@gmail.com`, created_at: '2026-01-01T00:00:00.000Z', token: v7() }
  await insertNew(t.db, 'subscriber', row)
  return row.id
}

async function someSession(userId: string): Promise<string> {
  const token = await openSession(t.shop, t.db, userId)
  const sessions = bodyOf<{ _id: string; isCurrent: boolean }[]>(await t.call('GET', '/users/sessions/', { token }))
  return sessions.find(({ isCurrent }) => isCurrent)?._id ?? ''
}

async function someLink(): Promise<string> {
  const account = await t.addUser()
  return (await makeLink(t.shop, t.db, { kind: 'reset', account })).token
}

async function someOfferLink(): Promise<string> {
  const id = v7()
  const times = { created_at: '2026-01-01T00:00:00.000Z', until: '2026-01-31T00:00:00.000Z', seen_at: null }
  await insertNew(t.db, 'offer_link', {
    id,
    order_id: order._id,
    token_hash: id,
    side: 'shop',
    seen: 0,
    may_accept: 0,
    ...times,
  })
  return id
}

async function someApiKey({ token }: { token: string }): Promise<string> {
  await t.db.query.deleteFrom('api_key').execute()
  return bodyOf<{ _id: string }>(await t.call('POST', '/keys/', { token, body: { name: 'K', rights: ['orders'] } }))._id
}

async function someInvitation(): Promise<{ invitation: string; invited: string }> {
  await t.db.query.deleteFrom('invitation').execute()
  const made = await t.call('POST', '/invitations/', { token: admin.token, body: { rights: ['orders'] } })
  const { _id, url } = bodyOf<{ _id: string; url: string }>(made)
  return { invitation: _id, invited: url.split('/').at(-1) ?? '' }
}

async function someReview(): Promise<string> {
  const author = await t.addUser()
  const input = { rating: 4, comment: 'Fresh.' }
  const user = { id: author.id, tokenHash: hashToken(author.token), rights: [] }
  return (await createReview(t.shop, asCall({ param: fish._id, user, body: input }))).value._id
}

/** What was prepared for a call that was refused is there for the next one. */
const unused = new Map<string, Awaited<ReturnType<typeof prepare>>>()

async function send(operation: Operation, draft: Draft): Promise<Reply> {
  const prepared = unused.get(operation.name) ?? (await prepare(operation))
  const { token, fill } = prepared
  const files: Record<string, Buffer> = { uploadLogo: logo, addCertificate: pdf, addLotFile: pdf }
  const sent = files[operation.name] ?? picture
  const { headers, ...request } = assemble(draft, { fill, picture: sent })
  const authorized = token === undefined ? headers : { authorization: `Bearer ${token}`, ...headers }
  const reply = await sendRequest(t.url, { ...request, headers: authorized })
  if (reply.status < 400) unused.delete(operation.name)
  else unused.set(operation.name, prepared)
  return reply
}

/** Bytes in use when garbage was last collected, at the beginning or after a call's requests. */
let before: number | undefined

afterAll(() => t.close())

/** Half of them in a short run, the other half in the next one. */
const inTurn = operations.filter((_, at) => isLong || at % 2 === seed % 2)

it.each(inTurn.map((operation) => [operation.name, operation] as const))(
  '%s takes what is valid and refuses the rest in order',
  async (_name, operation) => {
    const draft = validRequest(operation)
    const requests = requestsOf(operation.name)
    const good: Reply[] = []
    // one after the other: a user has one answer of `myOrders` at a time
    for (const one of fc.sample(draft, { numRuns: 10, seed })) good.push(await send(operation, one))
    const refused = good.filter(({ status }) => status >= 400 && ![401, 409].includes(status))
    expect(refused.map(({ status, text }) => `${status} ${text}`)).toEqual([])

    before ??= await memoryInUse()
    let sent = 0
    const answers = { taken: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(draft, mutations, async (valid, changes) => {
        const changed = changes.reduce((now, change) => change(now), valid)
        const reply = await send(operation, changed)
        sent += 1
        answers[reply.status < 400 ? 'taken' : 'refused'] += 1
        // a file is no JSON
        const bytes = ['getFile', 'getDossier', 'previewPaper', 'listLotOrders']
        const isFile = bytes.includes(operation.name) && reply.status < 300
        const faults = changed.method === 'HEAD' || isFile ? [] : conventionFaults(reply)
        if (reply.status < 500 && faults.length === 0) return
        const { body, ...asked } = assemble(changed, { fill: (text) => text, picture })
        const what = `${JSON.stringify(asked)} ${JSON.stringify(body?.toString().slice(0, 500))}`
        throw new Error(`${reply.status}: ${faults.join('; ')} ${reply.text.slice(0, 300)}\n${what}`)
      }),
      { numRuns: requests, seed },
    )
    expect(sent).toBe(requests)
    // a fifth of those of a GET without parameters, and most others; a tenth was too near for 75
    expect(answers.refused).toBeGreaterThan(requests / 25)
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
    // collecting takes a fourth of the time of a call; what is held with all garbage mostly is little enough
    if (memoryHeld() - before >= mayGrow) {
      const after = await memoryInUse(before + mayGrow)
      expect(after - before).toBeLessThan(mayGrow)
      before = after
    }
    expect(await t.statusOf('GET', '/health/')).toBe(200)
  },
  isLong ? 3_600_000 : 120_000,
)
