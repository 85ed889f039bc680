import { useSyncExternalStore } from 'react'
import { createStore } from '../lib/store.ts'

/** Whether the shop's server does not answer. `src/sync/watch-connection.ts` finds it out. */
export const away = createStore(false)

/** Like `useAway`, for code outside of components. */
export const isAway = away.get

export function useAway(): boolean {
  return useSyncExternalStore(away.subscribe, away.get, () => false)
}

/** Whether a live stream is open in this browser. While it is, nothing needs to be asked regularly. */
export const isLive = createStore(false)

/** Runs `work` every `milliseconds` while no live stream is open. Returns a function that stops it. */
export function everyUnlessLive(milliseconds: number, work: () => void): () => void {
  let timer: ReturnType<typeof setInterval> | undefined
  const follow = () => {
    clearInterval(timer)
    timer = isLive.get() ? undefined : setInterval(work, milliseconds)
  }
  const stop = isLive.subscribe(follow)
  follow()
  return () => {
    stop()
    clearInterval(timer)
  }
}

/** Whether the person wants to save data. Only Chromium tells, and TypeScript's types do not have it. */
export function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
}
