// @vitest-environment node
import { expect, test } from 'vitest'
import type { OrderView } from '../../../../src/db/read-orders.ts'
import type { OutboxRow } from '../../../../src/db/rows.ts'
import { mergeOrders } from '../../../../src/orders/shown-order.ts'
import { orderEntry } from '../../../support/entries.ts'
import { order } from '../../../support/outbox-bench.ts'
import { orderWith } from '../../../support/some-orders.ts'

test('a request to which the server gave another id is listed once', () => {
  const row: OutboxRow = { ...orderEntry(order('k1'), 1), seq: 1, state: 'done', sentAt: 1, serverId: 'o1' }
  const view: OrderView = {
    order: orderWith([], { _id: 'o1' }),
    ...{ at: 1, state: 'requested', isUnopened: false, waiting: [] },
  }
  expect(mergeOrders([view], [row]).map(({ id }) => id)).toEqual(['o1'])
})

test('an order that the shop has deleted is not listed; one that was just sent is, though an older list lacks it', () => {
  const sent: OutboxRow = { ...orderEntry(order('k1'), 1), seq: 1, state: 'done', sentAt: 100_000, serverId: 'o1' }
  const shown = (at?: number) => mergeOrders([], [sent], at).map(({ id }) => id)
  expect([shown(), shown(160_000), shown(160_001)]).toEqual([['o1'], ['o1'], []])
})
