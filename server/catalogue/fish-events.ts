import type { Fish, Stock } from '../../contract/fishes.ts'
import { publishEvents, type ShopEvent } from '../outbox/publish.ts'
import type { Handle } from '../platform/db/handle.ts'
import type { ServiceDeps } from '../service-deps.ts'

/** A product before and after a change; a new one has no `before`. */
interface FishChange {
  before: Fish | undefined
  after: Fish
}

const withoutStock = ({ countInStock: _, updated_at: __, ...fish }: Fish) => JSON.stringify(fish)

function eventsOf({ before, after: data }: FishChange, seq: number): ShopEvent[] {
  const { _id, countInStock } = data
  const stock: Stock = { _id, countInStock }
  const one = { subject: `product:${_id}` as const, seq, short: stock }
  const isChanged = !before || withoutStock(before) !== withoutStock(data)
  const isStock = before && before.countInStock !== countInStock
  return [
    ...(isChanged ? [{ ...one, type: 'product.changed' as const, data }] : []),
    ...(isStock ? [{ ...one, type: 'stock.changed' as const, data: stock }] : []),
  ]
}

/** Queues changes of products and stocks for the webhooks, in the transaction that made this version of the catalogue. */
export async function publishFishes(
  deps: ServiceDeps,
  tx: Handle,
  { version, read }: { version: number; read: () => readonly FishChange[] },
): Promise<void> {
  await publishEvents(deps, tx, {
    types: ['product.changed', 'stock.changed'],
    read: () => read().flatMap((change) => eventsOf(change, version)),
  })
}
