import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AnswerCache } from './answer-cache.ts'

/**
 * Milliseconds: what is slower than this is no visitor but a way to hold connections. A form with a picture of 12 MB
 * takes 4 minutes at 400 kbit/s; everything else is small (`limits.jsonBodyBytes`) and has less time.
 */
const times = { headers: 15_000, request: 300_000, body: 60_000, keepAlive: 72_000 }

const slow = () => Object.assign(new Error('The body came too slowly.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

/** Gives a body that is no form with files its time, and cuts the connection as Node does after `requestTimeout`. */
function boundBody(server: Server, request: IncomingMessage, bodyTime: number): void {
  const { 'content-length': length, 'transfer-encoding': encoding, 'content-type': type = '' } = request.headers
  if ((encoding === undefined && (length === undefined || length === '0')) || /^multipart\//i.test(type)) return
  const { socket } = request
  const timer = setTimeout(() => {
    if (!request.complete && !socket.destroyed) server.emit('clientError', slow(), socket)
  }, bodyTime).unref()
  request.once('close', () => clearTimeout(timer))
}

interface FrontDoorOptions {
  /** what is written before a route is looked for */
  ready?: AnswerCache['ready'] | undefined
  bodyTime?: number
}

/**
 * Node's server for the framework. What `ready` has at hand is written before a route is looked for, which is most of
 * what such an answer costs; a server that closes leaves all to the framework, which tells clients to go.
 */
export function openFrontDoor(
  framework: RequestListener,
  { ready, bodyTime = times.body }: FrontDoorOptions = {},
): Server {
  const listener: RequestListener = (request, response) => {
    boundBody(server, request, bodyTime)
    if (ready && server.listening) ready(request, response, () => framework(request, response))
    else framework(request, response)
  }
  // a request without a host gets a refusal with our mark, not Node's own
  const server = createServer({ headersTimeout: times.headers, requireHostHeader: false }, listener)
  server.requestTimeout = times.request
  server.keepAliveTimeout = times.keepAlive
  return server
}
