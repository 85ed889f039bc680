import { statfs } from 'node:fs/promises'
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import underPressure from '@fastify/under-pressure'
import type { FastifyHttpOptions, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { headers } from '../../contract/service.ts'
import type { Settings } from '../settings.ts'
import { callerGroup } from './caller.ts'
import { refuse, sendRefusal, toProblem } from './refusal.ts'
import { hasBody } from './validation.ts'

/** Milliseconds. A picture of 12 MB takes 4 minutes at 400 kbit/s; `silent`: no byte in either direction. */
const times = { headers: 15_000, request: 300_000, silent: 60_000, keepAlive: 72_000, check: 5_000 }
/** Most connections of all addresses together: each may wait for an answer and hold a body of `limits.jsonBodyBytes`. */
const mostConnections = 6000

/** Fastify's options for connections. Node must accept requests without a host: `addApiHeaders` refuses them. */
export const connectionOptions = (request = times.request) =>
  ({
    connectionTimeout: times.silent,
    requestTimeout: request,
    keepAliveTimeout: times.keepAlive,
    http: {
      headersTimeout: Math.min(times.headers, request),
      requireHostHeader: false,
      connectionsCheckingInterval: Math.min(times.check, request),
    },
  }) satisfies FastifyHttpOptions<Server>

/** Answers on a connection without a valid request: headers too long, not HTTP, too slow. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const slow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const long = error.code === 'HPE_HEADER_OVERFLOW'
  const status = slow ? 408 : long ? 431 : 400
  const body = JSON.stringify({ ...toProblem(refuse(long ? 'too-large' : 'malformed')), status })
  socket.write(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/problem+json\r\n${headers.shop}: 1\r\nCache-Control: no-store\r\n` +
      `X-Content-Type-Options: nosniff\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
  socket.destroySoon()
}

/** Closes the connection of a body that comes too slowly, at once. */
export function endSlow({ raw: { socket } }: FastifyRequest, reply: FastifyReply): void {
  const error = Object.assign(new Error('The body came too slowly.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  if (reply.sent) socket.destroySoon()
  else answerClientError(error, socket)
}

/** Most requests that wait on a connection for the answer to an earlier one. */
const mostPipelined = 16

/** Against hundreds of requests on a connection whose answers nobody reads: each waits for the one before it. Returns how many wait in all. */
function limitPipelines(app: FastifyInstance): () => number {
  const unanswered = new WeakMap<Socket, ServerResponse[]>()
  const waiting = new Set<FastifyRequest>()
  app.addHook('onRequest', (request, reply, next) => {
    const { socket } = request.raw
    const open = unanswered.get(socket) ?? []
    if (open.length > mostPipelined) {
      reply.hijack()
      return void socket.destroy()
    }
    const earlier = open.at(-1)
    unanswered.set(socket, open)
    open.push(reply.raw)
    reply.raw.once('close', () => {
      open.splice(open.indexOf(reply.raw), 1)
      waiting.delete(request)
    })
    const begin = () => {
      if (earlier && socket.destroyed) return void reply.hijack()
      waiting.add(request)
      next()
    }
    // all bytes of an answer may be there before it counts as finished, so the next request is no attack
    if (earlier) earlier.once('close', begin)
    else begin()
  })
  app.addHook('onSend', (request, _reply, payload, next) => {
    waiting.delete(request)
    next(null, payload)
  })
  return () => [...waiting].filter(({ raw }) => raw.complete).length
}

/** Against one stranger who takes all connections. Behind a proxy all visitors share one address, so the proxy has to limit them. */
function limitConnections(app: FastifyInstance, most: number): void {
  const open = new Map<string, number>()
  app.server.on('connection', (socket: Socket) => {
    const address = callerGroup({ ip: '', socket })
    const count = (open.get(address) ?? 0) + 1
    if (count > most) return void socket.destroy()
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
  })
}

/** Bytes of all unread answers together, and milliseconds: between two looks, and after which a reader counts as slow. */
const unread = { most: 48 * 1024 * 1024, every: 250, slow: 1000 }

/** Against answers that nobody reads: above a budget those that have been unread the longest are closed. */
function limitUnread(app: FastifyInstance): void {
  const sockets = new Map<Socket, { bytes: number; since: number }>()
  app.server.on('connection', (socket: Socket) => {
    sockets.set(socket, { bytes: 0, since: 0 })
    socket.once('close', () => sockets.delete(socket))
  })
  const look = () => {
    let total = 0
    const now = performance.now()
    for (const [socket, seen] of sockets) {
      const bytes = socket.writableLength
      if (bytes !== seen.bytes) Object.assign(seen, { bytes, since: now })
      total += bytes
    }
    if (total <= unread.most) return
    const slowest = [...sockets].filter(([, { bytes, since }]) => bytes > 0 && now - since > unread.slow)
    for (const [socket, { bytes }] of slowest.sort(([, a], [, b]) => a.since - b.since)) {
      if (total <= unread.most) return
      total -= bytes
      socket.destroy()
    }
  }
  const timer = setInterval(look, unread.every).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

/** Bytes of the bodies of all calls together, and what a piece of a body takes besides its own bytes (measured). */
const bodyBudget = { most: 48 * 1024 * 1024, perPiece: 2048 }

interface Body {
  request: FastifyRequest
  reply: FastifyReply
  bytes: number
}

const isUpload = ({ request }: Body) => request.routeOptions.config.isUpload === true

/** Whether one body is refused rather than another: strangers' first, then the largest. */
function goesFirst(body: Body, other: Body | undefined): boolean {
  if (!other) return true
  return isUpload(body) === isUpload(other) ? body.bytes > other.bytes : isUpload(other)
}

/** Against unfinished forms and bodies in pieces of one byte: above a budget of all bodies the largest unfinished one is refused with `busy`. */
function limitBodies(app: FastifyInstance): void {
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
    const { request, reply } = largest
    // the rest of what has arrived already would be added to what the parser has gathered
    for (const event of ['data', 'end', 'error']) request.raw.removeAllListeners(event)
    request.raw.on('error', () => {}).resume()
    if (reply.sent) request.raw.destroy()
    else sendRefusal(reply.header('connection', 'close'), refuse('busy'))
    return true
  }

  // the parsers read in the same turn, so that this listener makes them miss nothing
  app.addHook('preParsing', (request, reply, _payload, next) => {
    const { method, raw } = request
    if (method === 'GET' || method === 'HEAD' || request.routeOptions.config.isStreamed || !hasBody(request))
      return next()
    const body = { request, reply, bytes: 0 }
    bodies.add(body)
    raw.on('data', (piece: Buffer) => {
      if (!bodies.has(body)) return
      body.bytes += piece.length + bodyBudget.perPiece
      total += piece.length + bodyBudget.perPiece
      while (total > bodyBudget.most && refuseLargest()) {}
    })
    reply.raw.once('close', () => forget(body))
    next()
  })
}

/** Bytes. With less free space, writes and the database's own housekeeping could fail. */
export const diskReserve = 256 * 1024 * 1024
/** Bytes that files of orders leave free, so that orders still have room when files have none. */
export const fileReserve = 2 * diskReserve
/** Milliseconds between two checks. */
const checkEvery = 2000

/** Free bytes for this process on the disk of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Refuses writes when the disk is nearly full: when fewer bytes are free than `reserve`. */
export function watchDisk(free: () => Promise<number>, reserve = diskReserve) {
  let enough = true
  let checkedAt = Number.NEGATIVE_INFINITY
  return async (): Promise<void> => {
    if (Date.now() - checkedAt > checkEvery) {
      checkedAt = Date.now()
      enough = (await free()) >= reserve
    }
    if (!enough) throw refuse('disk-full')
  }
}

/** Milliseconds: delay of the event loop that counts as late, and interval of looking at it. */
const pressure = { maxEventLoopDelay: 250, sampleInterval: 250 }
/** Requests that wait, from which a late server refuses calls: neither open streams nor unfinished bodies. */
const crowd = 125

declare module 'fastify' {
  interface FastifyInstance {
    /** whether calls are refused: an early refusal is cheaper than a late answer, and clients retry */
    isCrowded(): boolean
  }
}

/** Bounds what callers can take from others: Fastify's and Node's own limits, and what the attacks named above need. */
export async function limitCallers(
  app: FastifyInstance,
  { connectionsPerAddress, trustProxy }: Pick<Settings, 'connectionsPerAddress' | 'trustProxy'>,
): Promise<void> {
  app.server.maxConnections = mostConnections
  const countWaiting = limitPipelines(app)
  limitBodies(app)
  limitUnread(app)
  if (trustProxy === false) limitConnections(app, connectionsPerAddress)
  // ignores unknown expectations, as RFC 9110 allows; Node's refusal would lack the shop's header
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  // only asked by calls, so that cached answers, pictures and files are still sent
  await app.register(underPressure, { ...pressure, pressureHandler: () => undefined })
  app.decorate('isCrowded', () => app.isUnderPressure() && countWaiting() > crowd)
}
