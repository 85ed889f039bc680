// @vitest-environment node
import { expect, test } from 'vitest'
import { getOutboxOf, isStockRow, type StockRow } from '../../../../src/db/outbox-rows.ts'
import type { Session } from '../../../../src/db/rows.ts'
import { accept, sendableEntries } from '../../../../src/sync/outbox-steps.ts'
import { enqueueOrder, enqueueStock, stockEntry } from '../../../support/entries.ts'
import { ann, bench, drain, order, ours, type Sent } from '../../../support/outbox-bench.ts'

const stock = (id: string, countInStock: number, seen: number, { fishe = 'cod', session = ann as Session } = {}) => ({
  ...{ id, fishe, trade_name: 'Cod', trade_name_fr: 'Morue', trade_name_es: 'Bacalao' },
  ...{ body: { countInStock, seen }, session },
})

/** A device with a network that can be cut, and a server with one stock. */
async function device(saved: number) {
  const shop = { saved, isAway: true }
  const keys = new Set<string>()
  const answer = (sent: Sent): Response => {
    if (sent.path !== '/api/fishes/cod/stock/') return ours(sent, 201, { _id: 'other' })
    const { countInStock, seen } = sent.body as { countInStock: number; seen: number }
    if (!keys.has(sent.key ?? '') && ![countInStock, seen].includes(shop.saved))
      return ours(sent, 409, { type: 'about:quayside/edited-meanwhile', detail: 'No.', countInStock: shop.saved })
    if (!keys.has(sent.key ?? '')) shop.saved = countInStock
    keys.add(sent.key ?? '')
    return ours(sent, 200, { _id: 'cod', countInStock })
  }
  const all = bench((sent) => {
    if (shop.isAway) throw new TypeError('Failed to fetch')
    return answer(sent)
  })
  await all.login(ann)
  const stocks = async () => (await getOutboxOf(all.db, 'ann')).filter(isStockRow)
  return {
    ...all,
    shop,
    stocks,
    /** number, `seen` and state of each entry */
    shown: async () =>
      (await stocks()).map(({ payload: { body }, state }) => `${body.countInStock} over ${body.seen} ${state}`),
    comeBack: () => {
      shop.isAway = false
      return drain(all.sync, 'all')
    },
    first: async (): Promise<StockRow> => {
      const [row] = await stocks()
      if (!row) throw new Error('There is no stock in the outbox')
      return row
    },
  }
}

test('stocks that wait for a refused one are set again with it, as one stock', async () => {
  const { sync, shop, shown, first, comeBack } = await device(8)
  shop.isAway = true
  await enqueueStock(sync, stock('k1', 7, 10))
  await drain(sync, 'all')
  await enqueueStock(sync, stock('k2', 6, 7))
  await comeBack()
  expect(await shown()).toEqual(['7 over 10 attention', '6 over 7 queued'])
  await sync.setStockAgain(await first(), 'k3')
  expect(await shown()).toEqual(['6 over 8 queued'])
  await comeBack()
  expect([await shown(), shop.saved]).toEqual([['6 over 8 done'], 6])
})

test('a refused stock blocks only its product; other products and requests are sent', async () => {
  const { sync, sent, comeBack } = await device(8)
  await enqueueStock(sync, stock('k1', 7, 10))
  await enqueueStock(sync, stock('k2', 7, 10, { fishe: 'hake' }))
  await enqueueOrder(sync, order('an-order'))
  await comeBack()
  expect(sent.map(({ key, path }) => [key, path])).toEqual([
    ['k1', '/api/fishes/cod/stock/'],
    ['k2', '/api/fishes/hake/stock/'],
    ['an-order', '/api/orders/add/'],
  ])
})

test('an earlier app leaves the entry alone', () => {
  expect(stockEntry(stock('k', 1, 2), 0).v).toBe(2)
  const rows = accept({ rows: [], session: ann }, stockEntry(stock('k', 1, 2), 0), 'spare').put ?? []
  expect(sendableEntries({ rows: rows.map((row) => ({ ...row, v: 3 })), session: ann })).toEqual([])
})
