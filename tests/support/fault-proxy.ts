import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CallName, calls } from '../../contract/calls.ts'
import { headers } from '../../contract/service.ts'
import { type Forged, foreignJson, forged, shops } from './forged-answers.ts'

/**
 * What happens to one request.
 *
 * - `pass`: nothing.
 * - `lost-before`: the connection is cut; the server never hears of it.
 * - `lost-after`: the server did its work; the connection is cut instead of the answer.
 * - `doubled`: the server gets it twice, one after the other; the second answer is passed on.
 * - `doubled-at-once`: the same, both at work together.
 * - `late`: the phone's connection is cut; the server gets the request when `release()` is called, so after a retry.
 * - `held`: as late, but the phone keeps waiting and gets the answer.
 * - `hang`: nothing ever comes back; the server never hears of it.
 * - `hang-after`: the server did its work; nothing ever comes back.
 * - `portal`, `proxy-401`, `proxy-403`, `proxy-404`, `502`: unmarked HTML in place of the server; `foreign-json`: unmarked JSON.
 * - `401`: the server's own, marked refusal. `500-after`: the server did its work and its proxy says 500.
 * - an object: that status; 503 and 429 with `Retry-After` in seconds or as a date; `isShops` as the server says it.
 */
export type Fault =
  | 'pass'
  | 'lost-before'
  | 'lost-after'
  | 'doubled'
  | 'doubled-at-once'
  | 'late'
  | 'held'
  | 'hang'
  | 'hang-after'
  | keyof typeof forged
  | 'foreign-json'
  | '401'
  | '500-after'
  | { status: 503 | 429; retryAfter: number | Date; isShops?: boolean }

interface Received {
  n: number
  /** ms since the epoch */
  at: number
  method: string
  path: string
  route: CallName | undefined
  key: string | undefined
  fault: Fault
  /** how often the server got it */
  reached: number
  /** statuses of the server's own answers, in the order in which they came */
  statuses: number[]
  /** the status that the phone got; undefined when it got none */
  answered: number | undefined
  /** ms since the epoch at which the server's own answer went to the phone */
  verdictAt: number | undefined
}

/** An endpoint's name, `'POST /api/orders/add/'` (with `*` for one segment), or a rule of one's own. */
type Matcher = CallName | `${string} /${string}` | ((received: Received) => boolean)

interface Plan {
  matches: (received: Received) => boolean
  faults: Fault[]
  always: boolean
}

interface Request {
  received: Received
  req: http.IncomingMessage
  res: http.ServerResponse
  body: Buffer
}

const plain = (path: string) => path.replace(/[?#].*$/, '').replace(/\/+$/, '')

function pattern(method: string, path: string): (received: Received) => boolean {
  const text = plain(path)
    .split('/')
    .map((part) => (part === '*' || part.startsWith(':') ? '[^/]+' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')))
    .join('/')
  const shape = new RegExp(`^${text}$`)
  return (received) => received.method === method && shape.test(plain(received.path))
}

// Object.entries widens the keys to string; the table's keys are the endpoint names
const routes = (Object.entries(calls) as [CallName, { method: string; path: string }][])
  .map(([name, { method, path }]) => ({ name, fixed: !path.includes(':'), matches: pattern(method, `/api${path}`) }))
  .sort((a, b) => Number(b.fixed) - Number(a.fixed))

function matcher(rule: Matcher): (received: Received) => boolean {
  if (typeof rule === 'function') return rule
  const [method, path] = rule.split(' ')
  if (method && path) return pattern(method, path)
  return (received) => received.route === rule
}

export interface FaultProxy {
  url: string
  log: Received[]
  /** The next requests that match meet these faults, one each; after them the next plan that matches counts. */
  plan(rule: Matcher, faults: Fault[]): void
  /** Every request that matches meets this fault, until `clear()`. */
  always(rule: Matcher, fault: Fault): void
  /** Forgets all plans; the log stays. */
  clear(): void
  /** Cuts every connection and refuses new requests, or mends the line again. */
  setDown(down: boolean): void
  /** Delivers what is late or held, oldest first, and waits until the server answered it. Returns how many there were. */
  release(): Promise<number>
  /** Requests the phone made, or (`reached`) the server got, narrowed by route and key. */
  count(filter?: { route?: CallName; key?: string; reached?: boolean }): number
  /** Most requests of a route that were on their way at the same moment. */
  mostAtOnce(route: CallName): number
  close(): Promise<void>
}

/**
 * A reverse proxy that fails as networks do, in front of `target`. Connections are not kept alive unless `keepAlive` is set:
 * Chromium repeats a POST by itself when a reused connection dies, which would use up a plan's next fault.
 */
export async function startFaultProxy(
  target: string,
  { port = 0, keepAlive = false }: { port?: number; keepAlive?: boolean } = {},
): Promise<FaultProxy> {
  const upstream = new URL(target)
  const agent = new http.Agent({ keepAlive: true })
  const log: Received[] = []
  let plans: Plan[] = []
  let waiting: (() => Promise<unknown>)[] = []
  let down = false
  const open = new Map<CallName, { now: number; most: number }>()

  const forward = ({ received, req, body }: Request): Promise<http.IncomingMessage> =>
    new Promise((resolve, reject) => {
      received.reached++
      const { method, url: path } = req
      // transfer-encoding is dropped because the whole body is at hand
      const { 'transfer-encoding': _, connection: __, ...rest } = req.headers
      const sent = { ...rest, ...(body.length > 0 ? { 'content-length': String(body.length) } : {}) }
      const options = { agent, host: upstream.hostname, port: upstream.port, method, path, headers: sent }
      const out = http.request(options, (answer) => {
        received.statuses.push(answer.statusCode ?? 0)
        resolve(answer)
      })
      out.on('error', reject)
      out.end(body)
    })

  const drain = (answer: http.IncomingMessage) =>
    new Promise<void>((resolve) =>
      answer
        .on('close', resolve)
        .on('error', () => resolve())
        .resume(),
    )

  const cut = ({ req }: Request) => void req.socket.resetAndDestroy()

  const relay = async (request: Request, answer: http.IncomingMessage) => {
    const { res, received } = request
    received.answered = answer.statusCode
    received.verdictAt = Date.now()
    const { connection: _, 'keep-alive': __, ...rest } = answer.headers
    res.writeHead(answer.statusCode ?? 502, keepAlive ? rest : { ...rest, connection: 'close' })
    answer.pipe(res)
    // a phone that died meanwhile has closed already
    if (!res.closed) await new Promise((resolve) => res.on('close', resolve))
  }

  const answerWith = ({ res, received }: Request, answer: Forged) => {
    received.answered = answer.status
    res.writeHead(answer.status, { ...answer.headers, ...(keepAlive ? {} : { connection: 'close' }) }).end(answer.body)
  }

  const wait = (task: () => Promise<unknown>) => void waiting.push(task)

  const meet = async (request: Request): Promise<unknown> => {
    const { fault, key } = request.received
    if (typeof fault === 'object') {
      const { status, retryAfter } = fault
      const when = typeof retryAfter === 'number' ? String(retryAfter) : retryAfter.toUTCString()
      const said = shops(status, status === 429 ? 'too-many' : 'busy', key, { 'retry-after': when })
      const bare = { status, headers: { 'content-type': 'text/html', 'retry-after': when }, body: '<h1>Busy</h1>' }
      return answerWith(request, fault.isShops ? said : bare)
    }
    switch (fault) {
      case 'pass':
        return relay(request, await forward(request))
      case 'lost-before':
        return cut(request)
      case 'lost-after':
        await drain(await forward(request))
        return cut(request)
      case 'doubled':
        await drain(await forward(request))
        return relay(request, await forward(request))
      case 'doubled-at-once': {
        const [first, second] = await Promise.all([forward(request), forward(request)])
        return Promise.all([drain(first), relay(request, second)])
      }
      case 'late':
        wait(async () => drain(await forward(request)))
        return cut(request)
      case 'held':
        return wait(async () => relay(request, await forward(request)))
      case 'hang':
        return
      case 'hang-after':
        return drain(await forward(request))
      case '401':
        return answerWith(request, shops(401, 'login-required', key))
      case '500-after':
        await drain(await forward(request))
        return answerWith(request, { status: 500, headers: { 'content-type': 'text/html' }, body: '<h1>Error</h1>' })
      case 'foreign-json':
        return answerWith(request, foreignJson)
      default:
        return answerWith(request, forged[fault])
    }
  }

  const nextFault = (received: Received): Fault => {
    if (down) return 'lost-before'
    const plan = plans.find((each) => each.matches(received))
    if (!plan) return 'pass'
    if (plan.always) return plan.faults[0] ?? 'pass'
    const fault = plan.faults.shift() ?? 'pass'
    plans = plans.filter((each) => each.faults.length > 0)
    return fault
  }

  const server = http.createServer((req, res) => {
    const parts: Buffer[] = []
    const { method = 'GET', url: path = '/' } = req
    const key = req.headers[headers.key]?.toString()
    const received: Received = {
      n: log.length,
      at: Date.now(),
      method,
      path,
      route: undefined,
      key,
      fault: 'pass',
      reached: 0,
      statuses: [],
      answered: undefined,
      verdictAt: undefined,
    }
    received.route = routes.find((each) => each.matches(received))?.name
    received.fault = nextFault(received)
    log.push(received)
    if (received.route) {
      const { route } = received
      const counter = open.get(route) ?? { now: 0, most: 0 }
      counter.now++
      counter.most = Math.max(counter.most, counter.now)
      open.set(route, counter)
      res.on('close', () => counter.now--)
    }
    if (received.fault === 'lost-before') return void req.socket.resetAndDestroy()
    req.on('data', (part: Buffer) => parts.push(part))
    req.on('error', () => undefined)
    res.on('error', () => undefined)
    req.on('end', () => {
      const request = { received, req, res, body: Buffer.concat(parts) }
      // a dead server looks to the phone like a cut line
      meet(request).catch(() => req.socket.destroy())
    })
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  // a TCP server's address is never a string (that is for pipes)
  const { port: bound } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${bound}`,
    log,
    plan: (rule, faults) => void plans.push({ matches: matcher(rule), faults: [...faults], always: false }),
    always: (rule, fault) => void plans.push({ matches: matcher(rule), faults: [fault], always: true }),
    clear: () => {
      plans = []
    },
    setDown: (next) => {
      down = next
      if (down) server.closeAllConnections()
    },
    release: async () => {
      const due = waiting
      waiting = []
      for (const task of due) await task()
      return due.length
    },
    count: ({ route, key, reached } = {}) =>
      log
        .filter((each) => (route === undefined || each.route === route) && (key === undefined || each.key === key))
        .reduce((sum, each) => sum + (reached ? each.reached : 1), 0),
    mostAtOnce: (route) => open.get(route)?.most ?? 0,
    close: async () => {
      server.closeAllConnections()
      agent.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
