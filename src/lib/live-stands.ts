import { createStore } from './store.ts'

/** Whether a live stream stands in this browser. While it does, nothing needs to be asked regularly. */
export const liveStands = createStore(false)

/** Runs `work` every `milliseconds` while no live stream stands. Returns a function that stops it. */
export function everyUnlessLive(milliseconds: number, work: () => void): () => void {
  let timer: ReturnType<typeof setInterval> | undefined
  const follow = () => {
    clearInterval(timer)
    timer = liveStands.get() ? undefined : setInterval(work, milliseconds)
  }
  const stop = liveStands.subscribe(follow)
  follow()
  return () => {
    stop()
    clearInterval(timer)
  }
}
