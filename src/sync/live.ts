import { type LiveHint, liveHints } from '../../contract/service.ts'
import { getSession, refreshRights } from '../db/session.ts'
import type { Deps } from '../db/use-deps.tsx'
import { pause } from '../lib/cancel.ts'
import { delay } from './back-off.ts'
import { pullCatalogueNow } from './catalogue-pulls.ts'
import { isLive, savesData } from './connection.ts'
import { type LiveEnd, paced, readLive } from './live-stream.ts'
import { watchQuery } from './watch-query.ts'

/** What the tab with the stream tells the others, and what they ask it. */
type TabMessage = { kind: 'hint'; hint: LiveHint } | { kind: 'state'; isOpen: boolean } | { kind: 'ask' }

interface LiveTabs {
  /** holds the stream until the signal aborts; this tab alone does */
  hold: (
    signal: AbortSignal,
    tell: { hint: (hint: LiveHint) => void; state: (isOpen: boolean) => void },
  ) => Promise<void>
  /** a hint of the stream, whichever tab holds it */
  onHint: (hint: LiveHint) => void
  /** whether a stream is open, whichever tab holds it */
  onState: (isOpen: boolean) => void
}

/** One stream for all tabs of a browser: the tab that has the lock holds it, and tells the others on a channel. */
export interface LiveTurn {
  /** Waits for the lock, and then holds the stream. */
  take(): void
  /** Gives it to another tab. */
  leave(): void
  close(): void
}

/** Undefined where the browser has no locks or no channels. */
export function shareStream({ hold, onHint, onState }: LiveTabs): LiveTurn | undefined {
  // neither exists on plain HTTP in some browsers
  const { locks } = navigator as { locks?: LockManager }
  if (!locks || !('BroadcastChannel' in globalThis)) return undefined
  const channel = new BroadcastChannel('quayside-live')
  let turn: AbortController | undefined
  let holds = false
  let isOpen = false
  const send = (message: TabMessage) => channel.postMessage(message)
  const setState = (next: boolean) => {
    isOpen = next
    onState(next)
  }
  const tell = {
    hint(hint: LiveHint) {
      send({ kind: 'hint', hint })
      onHint(hint)
    },
    state(next: boolean) {
      send({ kind: 'state', isOpen: next })
      setState(next)
    },
  }
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const message = readMessage(data)
    // a tab without a turn is hidden, or no user is signed in
    if (!message || !turn) return
    if (message.kind === 'ask') {
      if (holds && isOpen) send({ kind: 'state', isOpen })
    } else if (message.kind === 'state') {
      if (!holds) setState(message.isOpen)
    } else onHint(message.hint)
  }
  return {
    take() {
      if (turn) return
      const own = new AbortController()
      turn = own
      const { signal } = own
      send({ kind: 'ask' })
      const held = locks.request('quayside-live', { signal }, async () => {
        holds = true
        // the tab that had it before may have ended without a word, and no stream may open here
        tell.state(false)
        await hold(signal, tell)
        holds = false
      })
      // aborted while it waited, or locks are refused in this browser
      held.catch(() => undefined)
    },
    leave() {
      turn?.abort()
      turn = undefined
      setState(false)
    },
    close() {
      this.leave()
      channel.close()
    },
  }
}

/** Another tab may run another version of the app. */
function readMessage(data: unknown): TabMessage | undefined {
  const { kind, hint, isOpen }: { kind?: unknown; hint?: unknown; isOpen?: unknown } = Object(data)
  const known = liveHints.find((each) => each === hint)
  if (kind === 'hint') return known && { kind, hint: known }
  if (kind === 'state') return { kind, isOpen: isOpen === true }
  return kind === 'ask' ? { kind } : undefined
}

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

/** Least time between two pulls of the orders, ms. */
const ordersGap = 250
/** Every device hears of a change of the catalogue: their pulls spread over this time, ms. */
const catalogueSpread = 2000

const isVisible = () => document.visibilityState === 'visible'

/** When a try to open a stream is worth it before its time. */
function onWake(listener: (wake: Wake) => void): () => void {
  const stop = new AbortController()
  addEventListener('online', () => listener('now'), { signal: stop.signal })
  addEventListener('focus', () => listener('soon'), { signal: stop.signal })
  return () => stop.abort()
}

/**
 * While this page is visible, somebody is signed in and Save-Data is off: follows the shop's live stream and pulls what it
 * hints at. Where no stream can be opened, the page asks regularly as without this.
 */
export function followLive(deps: Pick<Deps, 'db' | 'api' | 'clock' | 'orderPulls'>, signal: AbortSignal): void {
  const { db, api, clock, orderPulls } = deps
  let token: string | undefined

  const pullOrders = paced(() => orderPulls.pull({ force: true }), ordersGap)
  const pullCatalogue = paced(async () => {
    await pause(Math.random() * catalogueSpread, signal)
    await pullCatalogueNow(deps)
  }, catalogueSpread)
  const onHint = (hint: LiveHint) => {
    if (hint === 'catalogue' || hint === 'shop') pullCatalogue()
    // the server answers the pull of an ended session with 401, which signs out
    else pullOrders()
  }

  // once for a start where no stream can be opened
  void refreshRights(deps).catch(() => undefined)

  const stream = shareStream({
    async hold(held, tell) {
      const session = token
      if (session === undefined) return
      const status = await holdStream({
        read: (own, onOpen) =>
          readLive({ address: api.address('live'), token: session, signal: own, onOpen, onHint: tell.hint }),
        onState(isOpen) {
          tell.state(isOpen)
          if (!isOpen) return
          // a change of rights ends the stream before
          void refreshRights(deps).catch(() => undefined)
          // hints from before are lost
          tell.hint('orders')
          tell.hint('catalogue')
        },
        onWake,
        signal: held,
        now: clock.now,
        random: Math.random,
      })
      if (status === 401) tell.hint('session')
    },
    onHint,
    onState(isOpen) {
      if (isLive.get() !== isOpen) isLive.set(isOpen)
    },
  })
  if (!stream) return

  const follow = () => {
    if (token !== undefined && isVisible() && !savesData()) stream.take()
    else stream.leave()
  }
  document.addEventListener('visibilitychange', follow, { signal })
  signal.addEventListener('abort', () => stream.close())
  watchQuery(
    () => getSession(db),
    (session) => {
      const next = session?.token
      if (next !== token) stream.leave()
      token = next
      follow()
    },
    signal,
  )
}
