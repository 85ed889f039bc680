import type { LiveEnd } from '../api/live.ts'
import { delay } from '../data/outbox/back-off.ts'
import { pause } from '../lib/cancel.ts'

/** A stream that was open for this long was a good one: the next try comes soon, ms. */
const goodTime = 30_000

/** now: what there is may be dead, as after a change of the network · soon: only a pause ends */
export type Wake = 'now' | 'soon'

interface HeldStream {
  /** opens one stream, calls `onOpen` when it is open, and resolves when it has ended */
  read: (signal: AbortSignal, onOpen: () => void) => Promise<LiveEnd>
  onState: (isOpen: boolean) => void
  /** calls its listener when a try is worth it before its time; returns a function that stops it */
  onWake: (listener: (wake: Wake) => void) => () => void
  signal: AbortSignal
  now: () => number
  random: () => number
}

/**
 * Holds a stream: opens it again after every end, with full jitter, so that the devices do not all come back at once. Resolves
 * when the signal aborts, and with the status of a server that will not open one.
 */
export async function holdStream({
  read,
  onState,
  onWake,
  signal,
  now,
  random,
}: HeldStream): Promise<number | undefined> {
  let attempts = 0
  /** ends the stream or the pause that is running */
  let end = () => {}
  /** a stream that is open, or a time that the server has named */
  let canWait = true
  let isWoken = false
  const stopWaking = onWake((wake) => {
    if (wake === 'soon' && canWait) return
    isWoken = true
    end()
  })
  const abort = () => end()
  signal.addEventListener('abort', abort)
  const interruptible = <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const own = new AbortController()
    end = () => own.abort()
    return work(own.signal)
  }
  try {
    while (!signal.aborted) {
      isWoken = false
      let openedAt: number | undefined
      const ended = await interruptible((own) =>
        read(own, () => {
          openedAt = now()
          onState(true)
        }),
      )
      if (openedAt !== undefined) onState(false)
      const after = ended.kind === 'refused' ? ended.after : undefined
      // 429 and 503 are about this moment; any other refusal stays one
      if (ended.kind === 'refused' && ended.status < 500 && ended.status !== 429) return ended.status
      const wasGood = openedAt !== undefined && now() - openedAt >= goodTime
      attempts = wasGood ? 1 : attempts + 1
      if (!isWoken && !signal.aborted) {
        canWait = after !== undefined
        await interruptible((own) => pause(delay(attempts, after, random), own))
        canWait = true
      }
      if (isWoken) attempts = 0
    }
    return undefined
  } finally {
    stopWaking()
    signal.removeEventListener('abort', abort)
  }
}
