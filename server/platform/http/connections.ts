import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyHttpOptions, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { headers } from '../../../contract/headers.ts'
import type { Settings } from '../../settings.ts'
import { refuse } from '../refusal.ts'
import { hasBody } from './bodies.ts'
import { limitBodies } from './body-budget.ts'
import { addressGroup, readAddress } from './client-address.ts'
import { toProblem } from './problem.ts'
import { whenClosed } from './sent.ts'

/**
 * Milliseconds. A form with a picture of 12 MB takes 4 minutes at 400 kbit/s; every other body is small
 * (`limits.jsonBodyBytes`). `silent` is for a connection that transfers no byte in either direction.
 */
const times = { headers: 15_000, body: 60_000, upload: 300_000, silent: 60_000, keepAlive: 72_000 }
/** Most unanswered requests of one connection. Browsers and proxies send one at a time. */
const longestPipeline = 4

/** Fastify's options for connections. Node must accept requests without a host: `addApiHeaders` refuses them. */
export const connectionOptions = {
  connectionTimeout: times.silent,
  requestTimeout: times.upload,
  keepAliveTimeout: times.keepAlive,
  http: { headersTimeout: times.headers, requireHostHeader: false },
} satisfies FastifyHttpOptions<Server>

/** Answers on a connection without a valid request: headers too long, not HTTP, too slow. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const slow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const long = error.code === 'HPE_HEADER_OVERFLOW'
  const status = slow ? '408 Request Timeout' : long ? '431 Request Header Fields Too Large' : '400 Bad Request'
  const body = JSON.stringify({
    ...toProblem(refuse(long ? 'too-large' : 'malformed')),
    status: Number(status.slice(0, 3)),
  })
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/problem+json\r\n${headers.shop}: 1\r\nCache-Control: no-store\r\n` +
      `X-Content-Type-Options: nosniff\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

const slowBody = () => Object.assign(new Error('The body came too slowly.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

/** Closes the connection when the body is not complete in time, as Node does after `requestTimeout`. */
function limitBody(request: FastifyRequest, reply: FastifyReply, time: number): void {
  if (!hasBody(request)) return
  clearTimeout(request.bodyTimer)
  request.bodyTimer = setTimeout(() => {
    if (request.raw.complete) return
    if (reply.sent) request.raw.destroy()
    else answerClientError(slowBody(), request.raw.socket)
  }, time).unref()
  // Node does not close a request whose answer is sent before its body has come
  request.raw.once(
    'close',
    whenClosed(request, () => clearTimeout(request.bodyTimer)),
  )
}

/** Closes the connection of a body that comes too slowly, at once. */
export function endSlow({ raw: { socket } }: FastifyRequest, reply: FastifyReply): void {
  if (!reply.sent) answerClientError(slowBody(), socket)
  socket.destroySoon()
}

type Hook = (request: FastifyRequest, reply: FastifyReply, next: () => void) => void

/** Gives an upload of a signed-in administrator several minutes, for slow lines. */
export const allowUpload: Hook = (request, reply, next) => {
  request.isUpload = true
  limitBody(request, reply, times.upload)
  next()
}

/** Closes connections on which requests pile up because the client does not read the answers. */
function limitPipelines(app: FastifyInstance): void {
  const unanswered = new WeakMap<Socket, number>()
  const add = ({ raw: { socket } }: FastifyRequest, more: number) => {
    const count = (unanswered.get(socket) ?? 0) + more
    unanswered.set(socket, count)
    return count
  }
  app.addHook('onRequest', (request, reply, next) => {
    if (add(request, 1) <= longestPipeline) return next()
    reply.hijack()
    request.raw.socket.destroy()
  })
  app.addHook('onResponse', (request, _reply, next) => {
    add(request, -1)
    next()
  })
}

/** Closes new connections of an address group that already has `most`. */
function limitConnections(app: FastifyInstance, most: number): void {
  const open = new Map<string, number>()
  app.server.on('connection', (socket: Socket) => {
    const address = addressGroup(readAddress(socket.remoteAddress ?? '') ?? '')
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

type Limits = Pick<Settings, 'connectionsPerAddress' | 'trustProxy'> & { bodyTime?: number | undefined }

/** Closes connections of clients that send too slowly, do not read answers, or open too many. */
export function watchConnections(app: FastifyInstance, settings: Limits): void {
  const { connectionsPerAddress, trustProxy, bodyTime = times.body } = settings
  limitPipelines(app)
  limitBodies(app)
  app.addHook('onRequest', (request, reply, next) => {
    limitBody(request, reply, bodyTime)
    next()
  })
  // behind a proxy all visitors share one address, so the proxy has to limit them
  if (trustProxy === false) limitConnections(app, connectionsPerAddress)
  // ignores unknown expectations, as RFC 9110 allows; Node's refusal would lack the shop's header
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
}
