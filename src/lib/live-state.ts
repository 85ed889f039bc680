import { createStore } from './store.ts'

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
