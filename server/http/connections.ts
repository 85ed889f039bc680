import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyHttpOptions, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../settings.ts'
import { hasBody } from './bodies.ts'
import { addressGroup, readAddress } from './client-address.ts'
import { answerClientError } from './client-error.ts'

/**
 * Milliseconds. A form with a picture of 12 MB takes 4 minutes at 400 kbit/s; every other body is small
 * (`limits.jsonBodyBytes`). `silent` is for a connection that neither sends nor takes a byte.
 */
const times = { headers: 15_000, body: 60_000, upload: 300_000, silent: 60_000, keepAlive: 72_000 }
/** Requests of one connection whose answers were not taken yet. Browsers and proxies have one at a time. */
const longestPipeline = 4

/** Fastify's options for its connections. A request without a host gets our own refusal, not Node's. */
export const connectionOptions = {
  connectionTimeout: times.silent,
  requestTimeout: times.upload,
  keepAliveTimeout: times.keepAlive,
  http: { headersTimeout: times.headers, requireHostHeader: false },
} satisfies FastifyHttpOptions<Server>

const slow = () => Object.assign(new Error('The body came too slowly.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

/** Cuts the connection when the body is not complete in time, as Node does after `requestTimeout`. */
function limitBody(request: FastifyRequest, reply: FastifyReply, time: number): void {
  if (!hasBody(request)) return
  clearTimeout(request.bodyTimer)
  request.bodyTimer = setTimeout(() => {
    if (request.raw.complete) return
    if (reply.sent) request.raw.destroy()
    else answerClientError(slow(), request.raw.socket)
  }, time).unref()
  request.raw.once('close', () => clearTimeout(request.bodyTimer))
}

type Hook = (request: FastifyRequest, reply: FastifyReply, next: () => void) => void

/** Gives a signed-in administrator's upload the minutes that it needs on a slow line. */
export const allowUpload: Hook = (request, reply, next) => {
  limitBody(request, reply, times.upload)
  next()
}

/** Ends connections on which requests pile up because the answers are not read. */
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

/** Ends connections above so many from one address, or one IPv6 customer. */
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

/** Keeps those who send slowly, or do not take their answers, from holding up others. */
export function watchConnections(app: FastifyInstance, settings: Limits): void {
  const { connectionsPerAddress, trustProxy, bodyTime = times.body } = settings
  limitPipelines(app)
  app.addHook('onRequest', (request, reply, next) => {
    limitBody(request, reply, bodyTime)
    next()
  })
  // all visitors behind a proxy share its address: there the proxy counts
  if (trustProxy === false) limitConnections(app, connectionsPerAddress)
  // Node would refuse unknown expectations without the shop's header; RFC 9110 lets a server ignore them
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
}
