import { useCallback, useSyncExternalStore } from 'react'
import type { Fish, FishDetail } from '../../contract/fishes.ts'
import { useDeps } from './deps.tsx'

/** What this page knows of a product. `complete`: with its reviews, as the server last told. */
export interface KnownProduct {
  product: FishDetail
  complete: boolean
}

/** Products seen in lists are kept for this many pages of a person's way; the oldest go first. */
const most = 300

const listeners = new Set<() => void>()
/** By the shop's database: every test and every device has its own. */
const memories = new WeakMap<object, Map<string, KnownProduct>>()

function memoryOf(shop: object): Map<string, KnownProduct> {
  const memory = memories.get(shop) ?? new Map<string, KnownProduct>()
  memories.set(shop, memory)
  return memory
}

/** Notes the products of a list, so that the page of each opens without waiting. What a list says is newer than before. */
export function noteProducts(shop: object, fishes: readonly Fish[]): void {
  const memory = memoryOf(shop)
  for (const fish of fishes) {
    const before = memory.get(fish._id)
    const same = before?.complete && before.product.updated_at === fish.updated_at
    memory.delete(fish._id)
    memory.set(fish._id, same ? before : { product: { ...fish, reviews: [] }, complete: fish.numReviews === 0 })
  }
  for (const id of memory.keys()) if (memory.size > most) memory.delete(id)
}

/** Notes what the server said of a product; screens that show it follow. undefined: it is there no more. */
export function noteProduct(shop: object, id: string, product: FishDetail | undefined): void {
  if (product) memoryOf(shop).set(id, { product, complete: true })
  else memoryOf(shop).delete(id)
  for (const listener of listeners) listener()
}

export function knownProduct(shop: object, id: string): KnownProduct | undefined {
  return memoryOf(shop).get(id)
}

/** The newest that is known of a product. */
export function useKnownProduct(id: string): KnownProduct | undefined {
  const { db } = useDeps()
  return useSyncExternalStore(
    subscribe,
    useCallback(() => knownProduct(db, id), [db, id]),
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
