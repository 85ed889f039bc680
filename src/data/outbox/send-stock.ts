import type { OutboxRow } from '../rows.ts'
import { type StockEntry, stockEntry } from './entries.ts'
import type { StockRow } from './outbox-rows.ts'
import { accept, mayTakeBack } from './outbox-steps.ts'
import type { OutboxAccess } from './outbox-types.ts'
import { unsentStocks } from './stock.ts'

/** What screens do with the stock of a product. */
export function stockSending({ store, enqueue, wake, now, newId }: OutboxAccess) {
  return {
    /** Saves a stock. It replaces the user's earlier stocks of the product that were not sent. Throws `NotSaved`. */
    enqueueStock: (stock: StockEntry) => enqueue(stockEntry(stock, now())),
    /**
     * 'Set mine again' after a conflict: sends the user's last number for the product again, with the server's number as
     * `seen`. `id` is a UUIDv7 made with the button. Undefined when the refused entry is gone.
     */
    async setStockAgain(refused: StockRow, id: string): Promise<OutboxRow | undefined> {
      const { userId, payload, problem } = refused
      const seen = problem?.countInStock
      if (seen === undefined) return undefined
      const spareId = newId()
      const row = await store.transact((all) => {
        const mine = unsentStocks(all.rows, userId, payload.fishe)
        const last = mine.at(-1)
        // the button was pressed twice, or the user has typed another number
        if (!last || !mine.some((each) => each.id === refused.id)) return { result: undefined }
        const { fishe, display, body } = last.payload
        const session = { userId, name: last.userName, email: last.userEmail }
        const stock = { id, fishe, ...display, body: { ...body, seen }, session }
        return accept(all, stockEntry(stock, now()), spareId)
      })
      wake()
      return row
    },
    /** 'Discard mine': removes the user's stocks of the product that were refused or never sent. */
    async discardStock({ userId, payload }: StockRow): Promise<void> {
      await store.transact((all) => {
        const mine = unsentStocks(all.rows, userId, payload.fishe).filter(mayTakeBack)
        return { result: undefined, remove: mine.map(({ id }) => id) }
      })
      wake()
    },
  }
}
