import { type $Fetch, FetchError, ofetch } from 'ofetch'
import { type CallName, calls } from '../../contract/calls.ts'
import { headers as names } from '../../contract/service.ts'
import { cancelAfter, TimeUp } from '../lib/cancel.ts'
import { parseJson } from '../lib/record.ts'
import { ConnectionError } from './api-errors.ts'

export type Fetch = (input: string, init?: RequestInit) => Promise<Response>

/** A request. `token` and `key` become headers; `timeout` is in ms, and none by default. */
export interface Outgoing {
  params?: Record<string, string>
  query?: object
  body?: unknown
  token?: string | undefined
  key?: string
  /** for If-Match: the record's `updated_at`, or the `version` of an earlier answer */
  version?: string | undefined
  signal?: AbortSignal | undefined
  timeout?: number | undefined
  /** the complete address of a third party's server, in place of the call's own */
  url?: string
  /** with a repeated try, for a server without keys: when and by whom the first was accepted, and the orders of other tries */
  earlier?: { at: number; by: string; delivered: () => Promise<ReadonlySet<string>> } | undefined
  /** of the feed of orders, for a server without it: whether all orders are meant, not only one's own */
  isStaff?: boolean | undefined
}

/** Sends one request and returns the raw answer. */
export type Exchange = (name: CallName, out: Outgoing) => Promise<Answer>

/** A raw answer, before anyone decides whether to trust it. `json` is undefined when the body is not JSON. */
export interface Answer {
  status: number
  json: unknown
  /** the answer's media type without parameters, lower case; empty when there was none */
  type: string
  /** whether it has the header `X-Shop-Api: 1` */
  isShops: boolean
  key?: string | undefined
  /** ms */
  retryAfter?: number | undefined
  total?: number | undefined
  /** the server's clock, ms since 1970 */
  date?: number | undefined
  /** the ETag without its quotes */
  version?: string | undefined
}

interface Client {
  send: $Fetch['raw']
  /** origin of the API, `''` for the app's own */
  base: string
}

/** The one client of a page or worker, over its `fetch`. */
export function createClient(base: string, fetch: Fetch): Client {
  const { raw } = ofetch.create(
    {
      // only the outbox repeats requests: its entries carry an idempotency key
      retry: false,
      ignoreResponseError: true,
      credentials: 'same-origin',
      responseType: 'text',
    },
    { fetch: (input, init) => fetch(String(input), init) },
  )
  return { base, send: raw }
}

/** Sends a request once and reads the whole answer. Throws `ConnectionError` when none came. */
export async function exchange(client: Client, name: CallName, out: Outgoing): Promise<Answer> {
  const cancel = cancelAfter(out.timeout, out.signal)
  try {
    const response = await client.send<string, 'text'>(out.url ?? addressOf(client.base, name, out.params), {
      method: calls[name].method,
      headers: headersOf(out),
      ...(out.query && { query: { ...out.query } }),
      // the bodies of the contract are JSON or a multipart form
      ...(out.body !== undefined && { body: out.body as Record<string, unknown> }),
      signal: cancel.signal,
      // bypasses the worker's saved answers: the caller has read the database already (sw/catalogue.ts)
      ...(calls[name].method === 'GET' && { cache: 'no-cache' as const }),
    })
    return readAnswer(response.headers, response.status, response._data)
  } catch (error) {
    throw connectionError(error, cancel.signal, out.signal)
  } finally {
    cancel.done()
  }
}

function headersOf(out: Outgoing): Record<string, string> {
  if (out.url !== undefined) return { accept: 'application/json' }
  const form = typeof FormData !== 'undefined' && out.body instanceof FormData
  return {
    accept: 'application/json',
    // specification section 7: authenticated calls send a JSON content type, uploads their own
    ...(!form && (out.token || out.body !== undefined) && { 'content-type': 'application/json' }),
    ...(out.token && { authorization: `Bearer ${out.token}` }),
    ...(out.key && { [names.key]: out.key }),
    ...(out.version && { 'if-match': `"${out.version}"` }),
  }
}

/** Whether the shop itself answered, also with a refusal. */
export const isShops = (headers: Headers): boolean => headers.get(names.shop) === '1'

/** The media type of an answer without parameters, in lower case; empty when it names none. */
export function mediaType(headers: Headers): string {
  return (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

function readAnswer(headers: Headers, status: number, text: string | undefined): Answer {
  const type = mediaType(headers)
  const json = /^application\/([\w.+-]+\+)?json$/.test(type) ? parseJson(text ?? '') : undefined
  const retryAfter = readRetryAfter(headers.get('retry-after'), { date: headers.get('date'), now: Date.now() })
  const total = Number(headers.get(names.total) ?? Number.NaN)
  const date = Date.parse(headers.get('date') ?? '')
  return {
    status,
    json,
    type,
    isShops: isShops(headers),
    key: headers.get(names.key) ?? undefined,
    retryAfter,
    total: Number.isInteger(total) && total >= 0 ? total : undefined,
    date: Number.isFinite(date) ? date : undefined,
    version: /^"([^"]+)"$/.exec(headers.get('etag') ?? '')?.[1],
  }
}

/** ms to wait by `Retry-After` (RFC 9110, 10.2.3). A date is compared with the answer's own `Date`: the device's clock may be years off. */
export function readRetryAfter(
  value: string | null,
  { date, now }: { date: string | null; now: number },
): number | undefined {
  const text = value?.trim()
  if (!text) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const then = Date.parse(text)
  if (Number.isNaN(then) || !/[a-z]/i.test(text)) return undefined
  const sent = Date.parse(date ?? '')
  return Math.max(0, then - (Number.isNaN(sent) ? now : sent))
}

function connectionError(error: unknown, timed: AbortSignal, callers: AbortSignal | undefined): ConnectionError {
  const cause = error instanceof FetchError ? (error.cause ?? error) : error
  if (callers?.aborted) return new ConnectionError('aborted', { cause })
  if (timed.reason instanceof TimeUp) return new ConnectionError('timeout', { cause })
  return new ConnectionError('network', { cause })
}

/** The address of a call below `base`, e.g. `/api/fishes/0190…/reviews/`. Parameters are escaped. */
export function addressOf(base: string, name: CallName, params: Record<string, string> = {}): string {
  const path = calls[name].path.replace(/:(\w+)/g, (_, param: string) => encodeURIComponent(params[param] ?? ''))
  return apiBase(base) + path
}

/** The base of all calls: origin and `/api`, without a final slash. `base` is `''`, `'/'` or `'https://shop.example'`. */
function apiBase(base: string): string {
  const origin = base.replace(/\/+$/, '')
  return /\/api$/.test(origin) ? origin : `${origin}/api`
}
