import type { FieldProblem } from '../../contract/fields.ts'
import { type ProblemCode, problemType } from '../../contract/problem.ts'
import { headers as names } from '../../contract/service.ts'
import { contentOf } from '../../src/api/exchange.ts'

export interface Seen {
  method: string
  /** path and query below /api */
  path: string
  body: unknown
  headers: Headers
}

interface Said {
  status?: number
  body?: unknown
  headers?: Record<string, string>
}

/** An answer, or a function that makes one; a function may throw to cut the line. */
export type Saying = Said | ((seen: Seen) => Said | Promise<Said>)

/** A refusal in the server's own words. */
export function refusal(
  status: number,
  code: ProblemCode,
  errors?: (FieldProblem | { path: string; detail: string })[],
): Said {
  const detail = errors?.[0]?.detail ?? `The server says ${code}.`
  return { status, body: { type: problemType(code), title: code, status, detail, ...(errors && { errors }) } }
}

/** The network is gone. */
export function offline(): never {
  throw new TypeError('Failed to fetch')
}

/**
 * A server of the contract for screens: answers by method and path (`GET /users/`), the query left out, and remembers
 * what it was asked. What nobody told it to answer is a 404 of ours.
 */
export function fakeServer(sayings: Record<string, Saying>) {
  const calls: Seen[] = []
  let isFilled = false
  /** The feed of orders of a server that was told a list: each pull fills it anew. */
  async function feedOfOrders(seen: Seen): Promise<Said | undefined> {
    const list = sayings['GET /orders/myorders/'] ?? sayings['GET /orders/']
    if (!list) return undefined
    const step = { changed: [], deleted: [], next: '1', more: false, reset: false }
    if (seen.path.includes('since=')) {
      const reset = !isFilled
      isFilled = false
      return { body: { ...step, reset } }
    }
    const said = typeof list === 'function' ? await list(seen) : list
    if ((said.status ?? 200) >= 300) return said
    isFilled = true
    return { ...said, body: { ...step, changed: contentOf(said.body) ?? [] } }
  }
  return {
    calls,
    sayings,
    /** the calls to one method and path */
    callsTo: (name: string) => calls.filter((seen) => nameOf(seen) === name),
    async fetch(input: string, init: RequestInit = {}): Promise<Response> {
      const seen = read(input, init)
      calls.push(seen)
      const saying = sayings[nameOf(seen)] ?? (nameOf(seen) === 'GET /orders/changes/' ? feedOfOrders : undefined)
      const answer = Promise.resolve(typeof saying === 'function' ? saying(seen) : saying)
      const said = (await Promise.race([answer, aborted(init.signal)])) ?? refusal(404, 'not-found')
      const { status = 200, body, headers = {} } = said
      const type = status >= 400 ? 'application/problem+json' : 'application/json'
      return new Response(status === 204 ? null : JSON.stringify(body ?? {}), {
        status,
        headers: {
          'content-type': type,
          [names.shop]: '1',
          [names.key]: seen.headers.get(names.key) ?? '',
          ...headers,
        },
      })
    },
  }
}
export type FakeServer = ReturnType<typeof fakeServer>

/** Rejects as soon as the caller gives up, as `fetch` does. */
function aborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

function nameOf({ method, path }: Seen): string {
  return `${method} ${path.split('?')[0]}`
}

function read(input: string, init: RequestInit): Seen {
  const url = new URL(input, 'http://shop.test')
  const { body } = init
  return {
    method: init.method ?? 'GET',
    path: url.pathname.replace(/^\/api/, '') + url.search,
    body: typeof body === 'string' ? JSON.parse(body) : body,
    headers: new Headers(init.headers),
  }
}
