import { Readable } from 'node:stream'
import { limits } from '../../contract/limits.ts'
import { type LiveHint, liveTimes } from '../../contract/service.ts'
import type { Clock, Database, Hint } from '../db/database.ts'
import type { SessionUser } from './caller.ts'
import { refuse } from './refusal.ts'

const comment = ':\n\n'
/** Seconds after which a refused client may come again. */
const retryAfter = 30

interface Reader {
  out: Readable
  userId: string
  seesAllOrders: boolean
  openedAt: number
  /** hints that are not written yet */
  waiting: Set<LiveHint>
}

/** The live streams of this instance: they say that something has changed, never what. */
export function createLive(
  { db, clock }: { db: Database; clock: Clock },
  times: { heartbeat: number; lifetime: number } = liveTimes,
) {
  const readers = new Set<Reader>()
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  function remove(reader: Reader): void {
    readers.delete(reader)
    if (readers.size > 0) return
    db.hintListeners.delete(onHint)
    clearInterval(timer)
    timer = undefined
  }

  function write({ out, waiting }: Reader, before = ''): void {
    const text = before + [...waiting].map((hint) => `event: ${hint}\ndata:\n\n`).join('')
    waiting.clear()
    if (text !== '') out.push(text)
  }

  /** Writes a hint at the end of the turn, once; a slow reader gets it with the next comment. */
  function send(reader: Reader, hint: LiveHint): void {
    if (reader.waiting.size === 0) setImmediate(() => reader.out.readableLength === 0 && write(reader))
    reader.waiting.add(hint)
  }

  function end(reader: Reader): void {
    remove(reader)
    write(reader)
    reader.out.push(null)
  }

  /** One timer for all streams: a comment for each, the end for those that are old or that nobody reads. */
  function beat(): void {
    for (const reader of readers) {
      if (reader.out.readableLength > 0) reader.out.destroy()
      else if (clock.now() - reader.openedAt >= times.lifetime) end(reader)
      else write(reader, comment)
    }
  }

  /** Ends a stream whose session or rights may have changed: the device comes again and is judged anew. */
  function endChanged(reader: Reader): void {
    reader.waiting.add('session')
    end(reader)
  }

  function onHint(hint: Hint): void {
    for (const reader of [...readers]) {
      const isOwn = reader.userId === (hint.kind === 'orders' ? hint.buyer : hint.kind === 'account' && hint.id)
      if (hint.kind === 'account') {
        if (isOwn) endChanged(reader)
      } else if (hint.kind !== 'orders' || isOwn || reader.seesAllOrders) send(reader, hint.kind)
    }
  }

  let stopListening: (() => Promise<void>) | undefined

  return {
    /** The number of open streams. */
    count: () => readers.size,
    /** Begins to hear of commits. After a break of the connection to the database anything may have changed. */
    start(): void {
      stopListening = db.listen?.(() => [...readers].forEach(endChanged))
    },
    /** A stream of hints for a user. Refuses with `busy` above the limits. */
    open({ id, rights }: Pick<SessionUser, 'id' | 'rights'>): Readable {
      const own = [...readers].filter(({ userId }) => userId === id)
      const isFull = own.length >= limits.liveStreamsPerUser || readers.size >= limits.liveStreams
      if (isFull || isClosed) throw refuse('busy', { detail: 'There are too many open streams.', retryAfter })
      const out = new Readable({ read() {}, highWaterMark: 1 })
      const seesAllOrders = rights.includes('orders')
      const reader: Reader = { out, userId: id, seesAllOrders, openedAt: clock.now(), waiting: new Set() }
      out.once('close', () => remove(reader))
      readers.add(reader)
      db.hintListeners.add(onHint)
      timer ??= setInterval(beat, times.heartbeat).unref()
      // the headers go with it
      write(reader, comment)
      return out
    },
    /** Ends all streams and takes no more. */
    async close(): Promise<void> {
      isClosed = true
      for (const reader of readers) end(reader)
      await stopListening?.()
    },
  }
}
