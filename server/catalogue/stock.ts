import type { Stock, StockInput } from '../../contract/fishes.ts'
import { changesOf, recordActions } from '../platform/admin-log.ts'
import type { Actor } from '../platform/caller.ts'
import { isoAfter } from '../platform/clock.ts'
import { raiseVersion } from '../platform/db/catalogue-state.ts'
import { withIdempotencyKey } from '../platform/idempotency.ts'
import { Answer, refuse } from '../platform/refusal.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { publishFishes } from './fish-events.ts'
import * as fishes from './fishes-table.ts'
import { toFish } from './read-fishes.ts'
import { noProduct } from './reviews.ts'

/**
 * Sets a product's stock if it is still the number that the author saw, exactly once per key. Refuses with `not-found`,
 * with `edited-meanwhile` and the current stock, and like `withIdempotencyKey`.
 */
export async function setStock(
  deps: ServiceDeps,
  request: {
    fishId: string
    by: Actor
    key: string | undefined
    input: StockInput
  },
): Promise<Answer<Stock>> {
  const { fishId, by, key, input } = request
  const { countInStock, seen } = input
  const payload = { call: 'setStock', fishId, countInStock, seen }
  // a replay reports what the first call did, even if the product has changed since
  const stock: Stock = { _id: fishId, countInStock }
  const answer = new Answer(stock, { status: 200 })
  const rebuild = async () => stock
  return withIdempotencyKey(deps, { key, caller: by, payload, limits: [], rebuild }, async (tx) => {
    const version = await raiseVersion(tx)
    const row = await fishes.lockFish(tx, fishId)
    if (!row) throw noProduct
    const saved = row.count_in_stock
    if (saved === countInStock) return answer
    if (saved !== seen) throw refuse('edited-meanwhile', { countInStock: saved })
    const change = { count_in_stock: countInStock, updated_at: isoAfter(deps.clock, row.updated_at) }
    await fishes.setFishFields(tx, fishId, { ...change, version })
    const changes = changesOf('product', toFish(row), toFish({ ...row, ...change }))
    const thing = { id: fishId, name: row.trade_name }
    await recordActions(deps, tx, [{ by, kind: 'product-changed', thing, changes }])
    await publishFishes(deps, tx, {
      version,
      read: () => [{ before: toFish(row), after: toFish({ ...row, ...change }) }],
    })
    return answer
  })
}
