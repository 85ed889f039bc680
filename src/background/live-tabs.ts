import { type LiveHint, liveHints } from '../../contract/live.ts'

/** What the tab with the stream tells the others, and what they ask it. */
type TabMessage = { kind: 'hint'; hint: LiveHint } | { kind: 'stands'; stands: boolean } | { kind: 'ask' }

interface LiveTabs {
  /** holds the stream until the signal aborts; this tab alone does */
  hold: (
    signal: AbortSignal,
    tell: { hint: (hint: LiveHint) => void; stands: (stands: boolean) => void },
  ) => Promise<void>
  /** a hint of the stream, whichever tab holds it */
  onHint: (hint: LiveHint) => void
  /** whether a stream stands, whichever tab holds it */
  onStands: (stands: boolean) => void
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
export function shareStream({ hold, onHint, onStands }: LiveTabs): LiveTurn | undefined {
  // neither exists on plain HTTP in some browsers
  const { locks } = navigator as { locks?: LockManager }
  if (!locks || !('BroadcastChannel' in globalThis)) return undefined
  const channel = new BroadcastChannel('quayside-live')
  let turn: AbortController | undefined
  let holds = false
  let stands = false
  const send = (message: TabMessage) => channel.postMessage(message)
  const setStands = (next: boolean) => {
    stands = next
    onStands(next)
  }
  const tell = {
    hint(hint: LiveHint) {
      send({ kind: 'hint', hint })
      onHint(hint)
    },
    stands(next: boolean) {
      send({ kind: 'stands', stands: next })
      setStands(next)
    },
  }
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const message = readMessage(data)
    // a tab without a turn is hidden, or no user is signed in
    if (!message || !turn) return
    if (message.kind === 'ask') {
      if (holds && stands) send({ kind: 'stands', stands })
    } else if (message.kind === 'stands') {
      if (!holds) setStands(message.stands)
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
        // the tab that had it before may have ended without a word
        setStands(false)
        await hold(signal, tell)
        holds = false
      })
      // aborted while it waited, or locks are refused in this browser
      held.catch(() => undefined)
    },
    leave() {
      turn?.abort()
      turn = undefined
      setStands(false)
    },
    close() {
      this.leave()
      channel.close()
    },
  }
}

/** Another tab may run another version of the app. */
function readMessage(data: unknown): TabMessage | undefined {
  const { kind, hint, stands }: { kind?: unknown; hint?: unknown; stands?: unknown } = Object(data)
  const known = liveHints.find((each) => each === hint)
  if (kind === 'hint') return known && { kind, hint: known }
  if (kind === 'stands') return { kind, stands: stands === true }
  return kind === 'ask' ? { kind } : undefined
}
