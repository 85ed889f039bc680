import { type LiveHint, liveHints } from '../../contract/service.ts'

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
