import { type Answer, ConnectionError, readRetryAfter } from '../../src/api/exchange.ts'
import { parseJson } from '../../src/lib/record.ts'
import type { Choices } from './choices.ts'
import { type Request, type ServerModel, stranger, type Wire } from './server-model.ts'

/** What can happen to one request. The first one is the simplest. */
export const faults = [
  'none',
  'lost before',
  'lost after',
  'doubled',
  'late',
  'portal 200',
  'proxy 403',
  'proxy 404 with JSON',
  'proxy 200 with JSON',
  'proxy 502',
  '500 after commit',
  '503 with seconds',
  '429 with date',
  'in progress',
  'marked without id',
  "somebody else's answer",
  '425',
] as const
export type Fault = (typeof faults)[number]

/** The part of a server that the network uses. */
type Handler = Pick<ServerModel, 'handle' | 'success' | 'problem'>

/** The network between device and server. */
export class Network {
  offline = false
  healed = false
  late: Request[] = []
  /** chooses the fault of a request; small-scope.ts replaces it */
  nextFault: () => Fault
  private readonly server: Handler
  private readonly isHeard: () => boolean

  constructor(server: Handler, choices: Choices) {
    this.server = server
    this.isHeard = () => choices.pick(4, 'reach') < 3
    // half of the requests have no fault, so that histories make progress
    this.nextFault = () =>
      choices.pick(2, 'fault?') === 0 ? 'none' : (faults[choices.pick(faults.length, 'fault')] ?? 'none')
  }

  /** Carries one request; throws what `fetch` would. Calls `note` with what happened. */
  carry(request: Request, note: (what: string) => void): Wire {
    const fault = this.healed ? 'none' : this.offline ? 'lost before' : this.nextFault()
    note(fault)
    const handle = () => this.server.handle(request, this.healed)
    const { key, kind } = request
    // a successful logout has no other proof than the header
    if (kind === 'logout' && (fault === 'marked without id' || fault === "somebody else's answer")) return handle()
    switch (fault) {
      case 'none':
        return handle()
      case 'doubled':
        handle()
        return handle()
      case 'lost before':
        throw new ConnectionError('network')
      case 'lost after':
        handle()
        throw new ConnectionError('network')
      case 'late':
        this.late.push(request)
        throw new ConnectionError('timeout')
      case 'portal 200':
        return stranger(200)
      case 'proxy 403':
        return stranger(403)
      case 'proxy 404 with JSON':
        return stranger(404, 'application/json')
      case 'proxy 200 with JSON':
        return stranger(200, 'application/json')
      case 'proxy 502':
        return stranger(502)
      case '500 after commit':
        handle()
        return this.server.problem(key, 500, 'internal')
      case '503 with seconds':
        return { ...this.server.problem(key, 503, 'database-away'), retryAfter: '120' }
      case '429 with date':
        return { ...this.server.problem(key, 429, 'too-many'), retryAfter: new Date(90_000_000).toUTCString() }
      case 'in progress':
        this.late.push(request)
        return { ...this.server.problem(key, 409, 'key-in-progress'), retryAfter: '1' }
      case 'marked without id':
        return { ...this.server.success(key), text: '{}' }
      case "somebody else's answer":
        return { ...this.server.success('another-key') }
      case '425':
        return this.server.problem(key, 425, 'busy')
    }
  }

  /** Whether a device that asks gets an answer: one of four questions is lost. */
  answersReach(): boolean {
    return this.healed || (!this.offline && this.isHeard())
  }

  /** Late requests arrive after all, when their senders no longer wait for an answer. */
  deliver(index: number): void {
    const [request] = this.late.splice(index, 1)
    if (request) this.server.handle(request, this.healed)
  }
}

/** The answer as the client reads it (`exchange` does the same with a real `Response`). */
export function toAnswer(wire: Wire): Answer {
  const { status, type, isShops, key } = wire
  const retryAfter = readRetryAfter(wire.retryAfter ?? null, { date: null, now: 86_400_000 })
  return {
    status,
    type,
    isShops,
    json: type.includes('json') ? parseJson(wire.text) : undefined,
    ...(key !== undefined && { key }),
    ...(retryAfter !== undefined && { retryAfter }),
  }
}

export function toResponse(wire: Wire): Response {
  const headers = new Headers({ 'content-type': wire.type, date: new Date(86_400_000).toUTCString() })
  if (wire.isShops) headers.set('x-shop-api', '1')
  if (wire.key) headers.set('idempotency-key', wire.key)
  if (wire.retryAfter) headers.set('retry-after', wire.retryAfter)
  return new Response(wire.text, { status: wire.status, headers })
}
