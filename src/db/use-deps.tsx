import { useLiveQuery } from 'dexie-react-hooks'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { newShop, type ShopSettings } from '../../contract/shop.ts'
import type { Api } from '../api/api-client.ts'
import type { Clock } from '../lib/device-clock.ts'
import type { Sync } from '../sync/sync.ts'
import type { ShopDatabase, StorageKind } from './database.ts'
import type { CartLine, Session } from './rows.ts'

export interface Deps {
  db: ShopDatabase
  api: Api
  sync: Sync
  clock: Clock
  /** where `db` stores its data, detected at the start */
  storage: StorageKind
}

const DepsContext = createContext<Deps | undefined>(undefined)

export function DepsProvider({ deps, children }: { deps: Deps; children: ReactNode }) {
  return <DepsContext value={deps}>{children}</DepsContext>
}

export function useDeps(): Deps {
  const deps = useContext(DepsContext)
  if (!deps) throw new Error('useDeps needs a DepsProvider above it')
  return deps
}

/** The lines of the cart, by product, also when another tab changes them; undefined until they are read. */
export const CartContext = createContext<ReadonlyMap<string, CartLine> | undefined>(undefined)

export const useCart = (): ReadonlyMap<string, CartLine> | undefined => useContext(CartContext)

/** Live from the database, so that a login in another tab shows here too. */
export const SessionContext = createContext<Session | undefined>(undefined)

export const useSession = (): Session | undefined => useContext(SessionContext)

export const ShopContext = createContext<ShopSettings>(newShop)

/** The shop's settings: first as sent with the page, then as saved on the device. */
export const useShop = (): ShopSettings => useContext(ShopContext)

/** Dexie's `useLiveQuery`, but undefined as soon as `about` changes, such as the user's id, where that returns its previous result. */
export function useFreshQuery<T>(query: () => Promise<T>, about: readonly unknown[]): T | undefined {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names what the query depends on
  const asked = useMemo(() => ({}), about)
  const found = useLiveQuery(async () => ({ asked, answer: await query() }), [asked])
  return found?.asked === asked ? found.answer : undefined
}
