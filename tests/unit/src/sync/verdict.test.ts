// @vitest-environment node
import { expect, test } from 'vitest'
import type { Answer } from '../../../../src/api/exchange.ts'
import { likeOurs } from '../../../../src/api/other-server.ts'
import type { OutboxRow } from '../../../../src/db/rows.ts'
import { verdict } from '../../../../src/sync/outbox.ts'
import { contactEntry, orderEntry, reviewEntry } from '../../../support/entries.ts'

const session = { userId: 'a', name: 'A', email: 'a@x.org', isAdmin: false, token: 't' }
const address = { phone: '1', address: 'Quay', city: 'Brest', postalCode: '2', country: 'FR' }
const body = { orderItems: [{ fishe: 'f', qty: 2 }], shippingAddress: address }
const order = { ...orderEntry({ id: 'k', body, lines: [], session }, 0), seq: 1, attempts: 1 }
const review = {
  ...reviewEntry({ id: 'k', fishe: 'f', body: { rating: 5, comment: '' }, trade_name: 'Hake', session }, 0),
  seq: 1,
  attempts: 1,
}
const message = { user_object: '', user_name: '', user_email: 'v@x.org', user_message: 'Hello' }
const contact = { ...contactEntry({ id: 'k', body: message }, 0), seq: 1, attempts: 1 }

function ours(status: number, json: unknown = { detail: 'No.' }, extra: Partial<Answer> = {}): Answer {
  return { status, json, type: 'application/json', isShops: true, key: 'k', ...extra }
}
const problem = (status: number, code: string, extra: Partial<Answer> = {}) =>
  ours(status, { type: `about:quayside/${code}`, detail: 'No.' }, extra)
const html = (status: number): Answer => ({ status, json: undefined, type: 'text/html', isShops: false })
const foreign = (status: number, json: unknown): Answer => ({ status, json, type: 'application/json', isShops: false })

test.each<[string, Answer, string]>([
  ['created', ours(201, { data: { _id: 'k' } }), 'done'],
  ['created, without envelope', ours(201, { _id: 'k' }), 'done'],
  ['replayed', ours(200, { data: { _id: 'k' } }), 'done'],
  ['created without an id', ours(201, { data: {} }), 'retry'],
  ['created, no JSON', ours(201, undefined), 'retry'],
  ['created without the header', foreign(201, { data: { _id: 'k' } }), 'retry'],
  ['created without our key', ours(201, { data: { _id: 'k' } }, { key: undefined }), 'retry'],
  ['an answer to another key', ours(201, { data: { _id: 'x' } }, { key: 'x' }), 'retry'],
  ["a captive portal's 200", html(200), 'retry'],
  ["a proxy's 403", html(403), 'retry'],
  ["a proxy's 404 in JSON", foreign(404, { detail: 'no' }), 'retry'],
  ["a proxy's 502", html(502), 'retry'],
  ['a redirect', ours(302), 'retry'],
  ['408', ours(408), 'retry'],
  ['425', ours(425), 'retry'],
  ['429', ours(429), 'retry'],
  ['500', ours(500), 'retry'],
  ['503', ours(503), 'retry'],
  ['still being processed', problem(409, 'key-in-progress', { retryAfter: 1000 }), 'retry'],
  ['401', problem(401, 'login-required'), 'login'],
  ['the account is gone', problem(401, 'account-gone'), 'attention'],
  ['400', ours(400), 'attention'],
  ['403', ours(403), 'attention'],
  ['404', ours(404), 'attention'],
  ['the key of another user', problem(409, 'key-of-another-user'), 'attention'],
  ['an offer that was replaced', problem(409, 'offer-not-current'), 'attention'],
  ['410', problem(410, 'order-deleted'), 'attention'],
  ['413', ours(413), 'attention'],
  ['422', problem(422, 'invalid-fields'), 'attention'],
  ['a refusal to another key', ours(422, { detail: 'No.' }, { key: 'x' }), 'retry'],
])('our server: %s', (_name, answer, expected) => {
  expect(verdict(answer, order).kind).toBe(expected)
})

/** The verdict on an answer of another server, marked and put into our shape as by the client of an app for it. */
async function verdictOfOther(answer: Answer, row: OutboxRow) {
  const call = row.kind === 'order' ? 'createOrder' : row.kind === 'review' ? 'createReview' : 'sendContact'
  const markedAnswer = answer.type === 'text/html' ? answer : { ...answer, isShops: true, key: row.id }
  return verdict(await likeOurs(async () => markedAnswer)(call, { body: row.payload.body, key: row.id }), row)
}

test.each<[string, Answer, string]>([
  ['created', foreign(201, { data: { _id: 17 } }), 'done'],
  ['created without an id', foreign(201, { data: { ok: true } }), 'retry'],
  ['a page', html(200), 'retry'],
  ['refused', foreign(400, { detail: 'No.' }), 'attention'],
  ['401', foreign(401, { detail: 'No.' }), 'login'],
  ['500', foreign(500, { detail: 'No.' }), 'retry'],
])('another server: %s', async (_name, answer, expected) => {
  expect((await verdictOfOther(answer, order)).kind).toBe(expected)
})

test('a second review is refused, by whichever server', async () => {
  const second = { ...review, attempts: 2 }
  const refused = foreign(400, { detail: 'Product already reviewed' })
  expect((await verdictOfOther(refused, second)).kind).toBe('attention')
  expect(verdict(problem(409, 'already-reviewed'), second).kind).toBe('attention')
})

test("an e-mail service's plain text counts, a captive portal's page does not", async () => {
  const word = (status: number): Answer => ({ status, json: undefined, type: 'text/plain', isShops: false })
  const kinds = [word(200), word(400), html(200)].map(async (answer) => (await verdictOfOther(answer, contact)).kind)
  expect(await Promise.all(kinds)).toEqual(['done', 'attention', 'retry'])
})

test("a 401 to a visitor's message waits for no login", () => {
  expect(verdict(problem(401, 'login-required'), contact).kind).toBe('attention')
})

test('a refusal is saved with its text, a wait with its time, and a failure is counted', () => {
  const invalid = ours(422, {
    type: 'about:quayside/invalid-fields',
    detail: 'Too much.',
    errors: [{ path: 'a', detail: 'b' }],
  })
  expect(verdict(invalid, order)).toEqual({
    kind: 'attention',
    problem: { status: 422, detail: 'Too much.', code: 'invalid-fields', errors: [{ path: 'a', detail: 'b' }] },
  })
  expect(verdict(ours(503, {}, { retryAfter: 7000 }), order)).toMatchObject({ kind: 'retry', after: 7000 })
  // a stranger may ask for five minutes
  expect(verdict({ ...html(502), retryAfter: 3_600_000 }, order)).toMatchObject({ kind: 'retry', after: 300_000 })
  expect(verdict(ours(500), order)).toMatchObject({ kind: 'retry', failed: true })
  expect(verdict(ours(503), order)).not.toHaveProperty('failed')
})
