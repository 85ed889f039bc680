import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../refusal.ts'
import { hasBody } from './bodies.ts'
import { sendRefusal } from './problem.ts'
import { whenSent } from './sent.ts'

/** Most bytes of the bodies of all calls together, from their first piece until they are answered. */
const mostBytes = 48 * 1024 * 1024
/** Bytes that a piece of a body takes besides its own (measured), so that a body in pieces of one byte is not cheap. */
const perPiece = 2048

interface Body {
  request: FastifyRequest
  reply: FastifyReply
  bytes: number
}

/** Lets go of what the parser has gathered: the rest of what has arrived already would be added to it. */
function drop({ raw }: FastifyRequest): void {
  for (const event of ['data', 'end', 'error']) raw.removeAllListeners(event)
  raw.on('error', () => {}).resume()
}

/** Whether one body is refused rather than another: strangers' first, then the largest. */
function goesFirst(body: Body, other: Body | undefined): boolean {
  if (!other) return true
  const [isUpload, isOthersUpload] = [body.request.isUpload, other.request.isUpload]
  return isUpload === isOthersUpload ? body.bytes > other.bytes : isOthersUpload
}

/**
 * Bounds the memory of bodies: all of them together have a budget, above which the largest unfinished one is refused with
 * `busy`, so that small ones still arrive. Administrators' uploads are refused last.
 */
export function limitBodies(app: FastifyInstance): void {
  const bodies = new Set<Body>()
  let total = 0

  function forget(body: Body): void {
    if (bodies.delete(body)) total -= body.bytes
  }

  function refuseLargest(): boolean {
    let largest: Body | undefined
    for (const body of bodies) if (!body.request.raw.complete && goesFirst(body, largest)) largest = body
    if (!largest) return false
    forget(largest)
    drop(largest.request)
    if (largest.reply.sent) largest.request.raw.destroy()
    else sendRefusal(largest.reply.header('connection', 'close'), refuse('busy'))
    return true
  }

  // the parsers read in the same turn, so that this listener makes them miss nothing
  app.addHook('preParsing', (request, reply, _payload, next) => {
    const { method, raw } = request
    const { isStreamed } = request.routeOptions.config
    if (method === 'GET' || method === 'HEAD' || isStreamed || !hasBody(request)) return next()
    const body = { request, reply, bytes: 0 }
    bodies.add(body)
    raw.on('data', (piece: Buffer) => {
      if (!bodies.has(body)) return
      body.bytes += piece.length + perPiece
      total += piece.length + perPiece
      while (total > mostBytes && refuseLargest()) {}
    })
    whenSent(request, reply, () => forget(body))
    next()
  })
}
