import { Readable } from 'node:stream'
import type { Right } from '../../contract/accounts.ts'
import { limits } from '../../contract/limits.ts'
import { type LiveHint, liveTimes } from '../../contract/service.ts'
import type { SessionUser } from './caller.ts'
import type { Clock } from './clock.ts'
import type { Database } from './db/client.ts'
import type { Hint } from './db/handle.ts'
import { refuse } from './refusal.ts'

/** Least milliseconds between two hints that go to every stream. */
const broadcastGap = 1000
const comment = ':\n\n'
/** Seconds after which a refused client may come again. */
const retryAfter = 30

interface Reader {
  out: Readable
  user: Pick<SessionUser, 'id' | 'rights' | 'tokenHash'>
  openedAt: number
  /** hints that are not written yet */
  waiting: Set<LiveHint>
}

interface Options {
  db: Database
  clock: Clock
  /** the open sessions of these tokens, by the hash of the token */
  findOpenSessions(tokenHashes: string[]): Promise<Map<string, { rights: readonly Right[] }>>
  times?: { heartbeat: number; lifetime: number } | undefined
  onError: (error: unknown) => void
}

export type Live = ReturnType<typeof createLive>

/** The live streams of this instance: they say that something has changed, never what. */
export function createLive({ db, clock, findOpenSessions, times = liveTimes, onError }: Options) {
  const readers = new Set<Reader>()
  const byUser = new Map<string, Set<Reader>>()
  /** readers who see all orders */
  const desk = new Set<Reader>()
  let isClosed = false

  function remove(reader: Reader): void {
    const { id } = reader.user
    readers.delete(reader)
    desk.delete(reader)
    const own = byUser.get(id)
    own?.delete(reader)
    if (own?.size === 0) byUser.delete(id)
    if (readers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  /** Readers with waiting hints. The same hint twice in one turn of the event loop is written once. */
  const due = new Set<Reader>()
  function send(reader: Reader, hint: LiveHint): void {
    reader.waiting.add(hint)
    if (due.size === 0) setImmediate(writeDue)
    due.add(reader)
  }
  function writeDue(): void {
    // a reader that has not taken what was written before gets them from `beat`, or is ended by it
    for (const reader of due) if (reader.out.readableLength === 0) write(reader)
    due.clear()
  }
  function write({ out, waiting }: Reader, comment = ''): void {
    const text = comment + [...waiting].map((hint) => `event: ${hint}\ndata:\n\n`).join('')
    waiting.clear()
    if (text !== '') out.push(text)
  }

  function end(reader: Reader): void {
    remove(reader)
    write(reader)
    reader.out.push(null)
  }

  /** One timer for all streams. */
  let timer: NodeJS.Timeout | undefined
  function beat(): void {
    for (const reader of readers) {
      if (reader.out.readableLength > 0) reader.out.destroy()
      else if (clock.now() - reader.openedAt >= times.lifetime) end(reader)
      else write(reader, comment)
    }
  }

  /** Ends streams whose session has ended or whose rights have changed. */
  async function check(some: Iterable<Reader>): Promise<void> {
    const checked = [...some]
    if (checked.length === 0) return
    const hashes = new Set(checked.map(({ user }) => user.tokenHash))
    const open = await findOpenSessions([...hashes])
    for (const reader of checked) {
      const session = open.get(reader.user.tokenHash)
      if (String(session?.rights) === String(reader.user.rights) || !readers.has(reader)) continue
      if (!session) send(reader, 'session')
      end(reader)
    }
  }
  const checkLater = (some: Iterable<Reader>) => void check(some).catch(onError)

  const broadcasts = new Map<LiveHint, { again: boolean }>()
  /** Tells every stream: at once, then at most once in `broadcastGap`. */
  function broadcast(hint: LiveHint): void {
    const waiting = broadcasts.get(hint)
    if (waiting) {
      waiting.again = true
      return
    }
    for (const reader of readers) send(reader, hint)
    const state = { again: false }
    broadcasts.set(hint, state)
    setTimeout(() => {
      broadcasts.delete(hint)
      if (state.again) broadcast(hint)
    }, broadcastGap).unref()
  }

  function onHint(hint: Hint): void {
    switch (hint.kind) {
      case 'orders':
        for (const reader of new Set([...(byUser.get(hint.buyer) ?? []), ...desk])) send(reader, 'orders')
        return
      case 'account':
        checkLater(byUser.get(hint.id) ?? [])
        return
      default:
        broadcast(hint.kind)
    }
  }

  /** After a break of the connection to the database: anything may have changed. */
  function tellEverybody(): void {
    for (const hint of ['orders', 'catalogue', 'shop'] as const) broadcast(hint)
    checkLater(readers)
  }

  db.hintListeners.add(onHint)
  let stopListening: (() => Promise<void>) | undefined

  return {
    /** The number of open streams. */
    count: () => readers.size,
    /** Begins to hear of commits. */
    start(): void {
      stopListening = db.listen?.(tellEverybody)
    },
    /** A stream of hints for a user. Refuses with `busy` above the limits. */
    open(user: SessionUser): Readable {
      const own = byUser.get(user.id) ?? new Set()
      const isFull = own.size >= limits.liveStreamsPerUser || readers.size >= limits.liveStreams
      if (isFull || isClosed) throw refuse('busy', { detail: 'There are too many open streams.', retryAfter })
      const { id, rights, tokenHash } = user
      const out = new Readable({ read() {}, highWaterMark: 1 })
      const reader: Reader = { out, user: { id, rights, tokenHash }, openedAt: clock.now(), waiting: new Set() }
      out.once('close', () => remove(reader))
      readers.add(reader)
      byUser.set(id, own.add(reader))
      if (rights.includes('orders')) desk.add(reader)
      timer ??= setInterval(beat, times.heartbeat).unref()
      // the headers go with it
      write(reader, comment)
      // the session may have ended since it was read
      checkLater([reader])
      return out
    },
    /** Ends all streams and takes no more. */
    async close(): Promise<void> {
      isClosed = true
      db.hintListeners.delete(onHint)
      for (const reader of readers) end(reader)
      await stopListening?.()
    },
  }
}
