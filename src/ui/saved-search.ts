import { liveQuery, type Subscription } from 'dexie'
import { useMemo, useSyncExternalStore } from 'react'
import type { FishPage } from '../../contract/fishes.ts'
import { business } from '../../contract/limits.ts'
import type { ShopDatabase } from '../db/database.ts'
import { getCatalogueState } from '../db/fishes.ts'
import { openSavedCatalogue, type SavedCatalogue } from '../db/saved-catalogue.ts'
import { useDeps } from './deps.tsx'

interface Holder {
  subscribe: (listener: () => void) => () => void
  current: () => SavedCatalogue | undefined
}

const holders = new WeakMap<ShopDatabase, Holder>()

/** One snapshot per database for all screens: opened when the first asks, anew when the saved catalogue has changed. */
function holderOf(db: ShopDatabase): Holder {
  const found = holders.get(db)
  if (found) return found
  let catalogue: SavedCatalogue | undefined
  let watching: Subscription | undefined
  const listeners = new Set<() => void>()
  const open = async (cursor: string | undefined) => {
    if (cursor === catalogue?.cursor) return
    catalogue = cursor === undefined ? undefined : await openSavedCatalogue(db)
    for (const listener of listeners) listener()
  }
  const watch = () =>
    liveQuery(() => getCatalogueState(db)).subscribe({
      next: (state) => void open(state?.complete ? state.cursor : undefined).catch(() => undefined),
      // without a database there is no saved catalogue; the list then comes from the server alone
      error: () => undefined,
    })
  const holder: Holder = {
    current: () => catalogue,
    subscribe(listener) {
      listeners.add(listener)
      watching ??= watch()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        watching?.unsubscribe()
        watching = undefined
      }
    },
  }
  holders.set(db, holder)
  return holder
}

/** The saved catalogue ready to be searched, or undefined while it is not complete on this device. */
export function useSavedCatalogue(): SavedCatalogue | undefined {
  const { db } = useDeps()
  const { subscribe, current } = holderOf(db)
  return useSyncExternalStore(subscribe, current)
}

/**
 * Search as you type: the page of results that the server would answer with, found on the device within a keystroke.
 * Undefined where the catalogue is not saved (yet); the list is then fetched.
 */
export function useSavedSearch(
  keyword: string,
  { type, page = 1, perPage = business.listPerPage }: { type?: string; page?: number; perPage?: number } = {},
): FishPage | undefined {
  const catalogue = useSavedCatalogue()
  return useMemo(
    () => catalogue?.list({ keyword, ...(type !== undefined && { type }), page, per_page: perPage }),
    [catalogue, keyword, type, page, perPage],
  )
}
