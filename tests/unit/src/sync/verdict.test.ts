// @vitest-environment node
import { expect, test } from 'vitest'
import type { Answer } from '../../../../src/api/api-client.ts'
import { contactEntry, orderEntry, reviewEntry } from '../../../../src/sync/entries.ts'
import { verdict } from '../../../../src/sync/verdict.ts'

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
  expect(verdict(answer, order, 'required').kind).toBe(expected)
})

test.each<[string, Answer, string]>([
  ['created', foreign(201, { data: { _id: 17 } }), 'done'],
  ['created without an id', foreign(201, { data: { ok: true } }), 'retry'],
  ['a page', html(200), 'retry'],
  ['refused', foreign(400, { detail: 'No.' }), 'attention'],
  ['401', foreign(401, { detail: 'No.' }), 'login'],
  ['500', foreign(500, { detail: 'No.' }), 'retry'],
])('another server: %s', (_name, answer, expected) => {
  expect(verdict(answer, order, 'off').kind).toBe(expected)
})

test('a second review is refused, by whichever server', () => {
  expect(verdict(foreign(400, { detail: 'Product already reviewed' }), { ...review, attempts: 2 }, 'off').kind).toBe(
    'attention',
  )
  expect(verdict(problem(409, 'already-reviewed'), { ...review, attempts: 2 }, 'required').kind).toBe('attention')
})

test("an e-mail service's plain text counts, a captive portal's page does not", () => {
  const word = (status: number): Answer => ({ status, json: undefined, type: 'text/plain', isShops: false })
  expect(verdict(word(200), contact, 'off').kind).toBe('done')
  expect(verdict(word(400), contact, 'off').kind).toBe('attention')
  expect(verdict(html(200), contact, 'off').kind).toBe('retry')
})

test("a 401 to a visitor's message waits for no login", () => {
  expect(verdict(problem(401, 'login-required'), contact, 'required').kind).toBe('attention')
})

test('a refusal is saved with its text, a wait with its time, and a failure is counted', () => {
  const invalid = ours(422, {
    type: 'about:quayside/invalid-fields',
    detail: 'Too much.',
    errors: [{ path: 'a', detail: 'b' }],
  })
  expect(verdict(invalid, order, 'required')).toEqual({
    kind: 'attention',
    problem: { status: 422, detail: 'Too much.', code: 'invalid-fields', errors: [{ path: 'a', detail: 'b' }] },
  })
  expect(verdict(ours(503, {}, { retryAfter: 7000 }), order, 'required')).toMatchObject({ kind: 'retry', after: 7000 })
  expect(verdict(ours(500), order, 'required')).toMatchObject({ kind: 'retry', failed: true })
  expect(verdict(ours(503), order, 'required')).not.toHaveProperty('failed')
})
