import type { StockRow } from '../db/outbox-rows.ts'
import type { OutboxRow } from '../db/rows.ts'
import { type NewEntry, type StockEntry, stockEntry } from './entries.ts'
import { accept, mayTakeBack } from './outbox-steps.ts'
import type { OutboxStore } from './outbox-types.ts'
import { unsentStocks } from './stock.ts'

interface Hands {
  store: OutboxStore
  enqueue: (entry: NewEntry) => Promise<OutboxRow>
  wake: () => void
  now: () => number
  newId: () => string
}

/** What screens do with the stock of a product. */
export function stockSending({ store, enqueue, wake, now, newId }: Hands) {
  return {
    /** Saves a stock, in the place of what the user typed there before and was not tried. Throws `NotSaved`. */
    enqueueStock: (stock: StockEntry) => enqueue(stockEntry(stock, now())),
    /**
     * 'Set mine again' after a conflict: the last number that the user typed for the product, by somebody who has seen
     * the server's. `id` is a UUIDv7 made with the button. Undefined when the refused entry is gone.
     */
    async setStockAgain(refused: StockRow, id: string): Promise<OutboxRow | undefined> {
      const { userId, payload, problem } = refused
      const seen = problem?.countInStock
      if (seen === undefined) return undefined
      const spareId = newId()
      const row = await store.transact((all) => {
        const mine = unsentStocks(all.rows, userId, payload.fishe)
        const last = mine.at(-1)
        // pressed twice, or another number was typed meanwhile
        if (!last || !mine.some((each) => each.id === refused.id)) return { result: undefined }
        const { fishe, display, body } = last.payload
        const session = { userId, name: last.userName, email: last.userEmail }
        const stock = { id, fishe, ...display, body: { ...body, seen }, session }
        return accept(all, stockEntry(stock, now()), spareId)
      })
      wake()
      return row
    },
    /** 'Discard mine': all numbers of the user for the product that were refused or never tried. */
    async discardStock({ userId, payload }: StockRow): Promise<void> {
      await store.transact((all) => {
        const mine = unsentStocks(all.rows, userId, payload.fishe).filter(mayTakeBack)
        return { result: undefined, remove: mine.map(({ id }) => id) }
      })
      wake()
    },
  }
}
