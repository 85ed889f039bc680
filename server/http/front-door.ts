import { createServer, type RequestListener, type Server } from 'node:http'
import type { AnswerCache } from './answer-cache.ts'

/** Milliseconds: what is slower than this is no visitor but a way to hold connections. */
const times = { headers: 15_000, request: 60_000, keepAlive: 72_000 }

/**
 * Node's server for the framework. What `ready` has at hand is written before a route is looked for, which is most of
 * what such an answer costs; a server that closes leaves all to the framework, which tells clients to go.
 */
export function openFrontDoor(framework: RequestListener, ready?: AnswerCache['ready']): Server {
  const listener: RequestListener = (request, response) => {
    if (ready && server.listening) ready(request, response, () => framework(request, response))
    else framework(request, response)
  }
  // a request without a host gets a refusal with our mark, not Node's own
  const server = createServer({ headersTimeout: times.headers, requireHostHeader: false }, listener)
  server.requestTimeout = times.request
  server.keepAliveTimeout = times.keepAlive
  return server
}
