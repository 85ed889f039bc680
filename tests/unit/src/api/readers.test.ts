// @vitest-environment node

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rights } from '../../../../contract/accounts.ts'
import { type CallName, calls } from '../../../../contract/calls.ts'
import { emptyValue, lineFields } from '../../../../contract/product-fields.ts'
import { type AnswerOf, readAnswer, readRefusal, shapeOf } from '../../../../src/api/exchange.ts'
import { inOurShape, readTime } from '../../../../src/api/other-server.ts'
import { isLong } from '../../../support/run.ts'

// the names of calls are the keys of the table
const names = (Object.keys(calls) as CallName[]).filter((name) => shapeOf(name))
/** Reads the answer of another server of the specification. */
const readOther = <N extends CallName>(name: N, body: unknown): AnswerOf<N> | undefined =>
  readAnswer(name, inOurShape(name, body))
const word = fc.constantFrom(
  'data',
  'fishes',
  'fish',
  'user',
  'users',
  'orders',
  '_id',
  'id',
  'token',
  'orderItems',
  'count',
)
const { json } = fc.letrec((tie) => ({
  leaf: fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constantFrom('', '5', 'true', null, -1, 1e308)),
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('leaf'),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(word, tie('json'), { maxKeys: 4 }),
  ),
}))

describe('no JSON crashes a reader, and every result has the shape of the contract', () => {
  test.each(names)('%s', (name) => {
    fc.assert(
      fc.property(json, (body) => {
        for (const value of [readAnswer(name, body), readOther(name, body)]) {
          // no screen expects null
          expect(value).not.toBeNull()
          if (Array.isArray(value)) for (const row of value) expect(row).toBeTypeOf('object')
        }
      }),
      { numRuns: isLong ? 300 : 60 },
    )
  })
})

test('a refusal is read from any body; screens have a text for an empty one', () => {
  fc.assert(
    fc.property(json, fc.integer({ min: 400, max: 599 }), (body, status) => {
      const refusal = readRefusal(status, body)
      expect(refusal.detail).toBeTypeOf('string')
      expect(refusal.status).toBe(status)
    }),
  )
  expect(readRefusal(500, {})).toEqual({ status: 500, detail: '', errors: [] })
})

test('the user who logged in is read in every shape of the specification', () => {
  const user = { _id: 'u', name: 'Ann', email: 'a@x.org' }
  const read = { _id: 'u', name: 'Ann', email: 'a@x.org', isAdmin: true, rights: [...rights], token: 't' }
  expect(readOther('login', { data: { ...user, isAdmin: 1, token: 't' } })).toEqual(read)
  expect(readOther('login', { data: { user, isAdmin: true, token: 't' } })).toEqual(read)
  expect(readOther('login', { data: { user: { ...user, isAdmin: '1' } }, token: 't' })).toEqual(read)
  expect(readOther('register', { ...user, isAdmin: 1, token: 't' })).toEqual(read)
  for (const no of [0, '0', false, 'false', 'true', 'True', null, 'yes', 2])
    expect(readOther('login', { data: { ...user, isAdmin: no, token: 't' } })?.isAdmin).toBe(false)
  expect(readOther('login', { data: user })).toBeUndefined()
})

test('lists are read bare and in envelopes; an unknown shape is not an empty list', () => {
  const fish = { _id: 'f', trade_name: 'Hake', countInStock: '12', rating: null }
  for (const body of [[fish], { fishes: [fish] }, { data: [fish] }, { data: { fishes: [fish] } }])
    expect(readOther('listFish', body)?.fishes).toMatchObject([{ _id: 'f', countInStock: 12, rating: 0 }])
  expect(readOther('listFish', { message: 'maintenance' })).toBeUndefined()
  expect(readOther('listFish', undefined)).toBeUndefined()
  expect(readOther('listFish', { fishes: [fish], page: '2', pages: '9' })).toMatchObject({ page: 2, pages: 9 })
  expect(readOther('fishesByType', { fish: [], message: 'success' })).toMatchObject({ fish: [], message: 'success' })
  expect(readOther('countFish', 7)).toEqual({ count: 7 })
  expect(readOther('listSubscribers', ['a@x.org'])).toMatchObject([{ email: 'a@x.org' }])
})

test('an order is read with items under either name, without a user, and gets a reference', () => {
  const order = readOther('getOrder', {
    data: { _id: 'o', orderItems: [{ fishe: 'f', trade_name: 'Hake', qty: '2.5' }], user: null },
  })
  expect(order).toMatchObject({ orderItems: [{ fishe: 'f', name: 'Hake', qty: 2.5 }], user: { name: '' } })
  expect(order?.reference).toMatch(/^Q-/)
})

test('a line of an order has every fact of its product that the server sends, and no empty ones', () => {
  const none = Object.fromEntries(lineFields.map((fact) => [fact, emptyValue(fact)]))
  const facts = Object.fromEntries(lineFields.map((fact) => [fact, none[fact] === 0 ? 12.5 : `some ${fact}`]))
  const order = readOther('getOrder', {
    _id: 'o',
    orderItems: [
      { fishe: 'f', ...facts },
      { fishe: 'g', ...none },
    ],
  })
  expect(lineFields.map((fact) => order?.orderItems[0]?.[fact])).toEqual(lineFields.map((fact) => facts[fact]))
  expect(lineFields.filter((fact) => fact in (order?.orderItems[1] ?? {}))).toEqual([])
})

test('a page of the feed of orders can reset it; without a cursor it is not read', () => {
  const step = { changed: [{ _id: 'o1' }], deleted: ['o2'], next: 'c', more: true, reset: true }
  expect(readOther('orderChanges', step)).toMatchObject({ ...step, changed: [{ _id: 'o1' }] })
  expect(readOther('orderChanges', { ...step, next: undefined })).toBeUndefined()
})

test('an offer line that is not available has neither price nor total', () => {
  const lines = [{ fishe: 'a', qty: 1, price: null, total: null }]
  const events = [{ _id: 'e1', seq: 1, kind: 'offer', by: { side: 'shop' }, offer: { incoterm: 'FOB', lines } }]
  expect(readOther('getOrder', { _id: 'o1', events })).toMatchObject({ events: [{ offer: { lines } }] })
})

test('times without a zone are UTC', () => {
  expect(readTime('2024-05-01 10:20:30')).toBe('2024-05-01T10:20:30.000Z')
  expect(readTime('2024-05-01T10:20:30+02:00')).toBe('2024-05-01T08:20:30.000Z')
  expect(readTime('yesterday')).toBe('')
})
