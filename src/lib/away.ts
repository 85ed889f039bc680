import { useSyncExternalStore } from 'react'
import { createStore } from './store.ts'

/** Whether the shop's server does not answer. `src/data/watch-connection.ts` finds it out. */
export const away = createStore(false)

/** Like `useAway`, for code outside of components. */
export const isAway = away.get

export function useAway(): boolean {
  return useSyncExternalStore(away.subscribe, away.get, () => false)
}
