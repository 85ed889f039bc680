import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** What waits for the end of a connection. One listener for all, because a connection may have many calls. */
const waiting = new WeakMap<Socket, Set<() => void>>()

/** Calls `then` once, when the connection of a request closes or the returned function is called. */
export function whenClosed({ raw: { socket } }: FastifyRequest, then: () => void): () => void {
  const all = waiting.get(socket) ?? new Set()
  if (!waiting.has(socket)) {
    waiting.set(socket, all)
    socket.once('close', () => {
      for (const end of all) end()
    })
  }
  const end = () => {
    if (all.delete(end)) then()
  }
  all.add(end)
  if (socket.destroyed) end()
  return end
}

/** Calls `then` once the answer is sent, or its connection closed: Node ends no answer that waits for an earlier one. */
export function whenSent(request: FastifyRequest, reply: FastifyReply, then: () => void): void {
  reply.raw.once('finish', whenClosed(request, then))
}

/** Bytes: most of all unsent answers together; from which an answer is counted; what an answer in pieces counts as. */
const limits = { all: 48 * 1024 * 1024, counted: 1024, inPieces: 512 * 1024 }
/** Milliseconds after which a reader counts as slow. */
const slow = 2000

interface Unsent {
  request: FastifyRequest
  payload: string | Buffer | Readable
  since: number
}

const bytesOf = (payload: Unsent['payload']) => (payload instanceof Readable ? limits.inPieces : payload.length)

type Hook = (request: FastifyRequest, reply: FastifyReply, payload: unknown, next: Next) => void
type Next = (error: Error | null, payload?: unknown) => void

export interface UnsentAnswers {
  /** Counts an answer until it is sent, instead of an earlier form of it. */
  count: Hook
  /** Closes the connection that has been reading the longest, if it is slow. */
  closeSlow(): boolean
}

/**
 * Bounds the memory of unread answers: all of them together have a budget, above which the slowest readers are
 * closed. A body that several answers share, from the cache, counts once.
 */
export function watchUnsent(app: FastifyInstance): UnsentAnswers {
  // in the order in which they were made: the first is the slowest
  const answers = new Map<FastifyReply, Unsent>()
  const shares = new Map<Buffer, number>()
  let bytes = 0

  function take(payload: Unsent['payload']) {
    const before = Buffer.isBuffer(payload) ? (shares.get(payload) ?? 0) : 0
    if (Buffer.isBuffer(payload)) shares.set(payload, before + 1)
    if (before === 0) bytes += bytesOf(payload)
  }
  function free(payload: Unsent['payload']) {
    const left = Buffer.isBuffer(payload) ? (shares.get(payload) ?? 1) - 1 : 0
    if (Buffer.isBuffer(payload) && left > 0) shares.set(payload, left)
    else {
      if (Buffer.isBuffer(payload)) shares.delete(payload)
      bytes -= bytesOf(payload)
    }
  }
  function forget(reply: FastifyReply) {
    const answer = answers.get(reply)
    if (answer && answers.delete(reply)) free(answer.payload)
  }
  function close(oldest: [FastifyReply, Unsent]) {
    forget(oldest[0])
    oldest[1].request.raw.socket.destroy()
  }
  const first = () => answers.entries().next().value

  const count: Hook = (request, reply, payload, next) => {
    next(null, payload)
    const had = answers.has(reply)
    if (had) forget(reply)
    // the network has taken most answers at once: they cost nothing here
    if (reply.raw.writableEnded && reply.raw.writableLength === 0) return
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload)
    // live streams and pictures are streams too, and have limits of their own
    const isJson = payload instanceof Readable && String(reply.getHeader('content-type')).startsWith('application/json')
    if ((isWhole && payload.length >= limits.counted) || isJson) {
      take(payload)
      answers.set(reply, { request, payload, since: performance.now() })
      if (!had) whenSent(request, reply, () => forget(reply))
      for (let oldest = first(); oldest && bytes > limits.all; oldest = first()) close(oldest)
    }
  }
  app.addHook('onSend', count)

  return {
    count,
    closeSlow() {
      const oldest = first()
      if (!oldest || performance.now() - oldest[1].since < slow) return false
      close(oldest)
      return true
    },
  }
}
