import { createFetch, FetchError } from 'ofetch'
import { type EndpointName, endpoints } from '../../contract/endpoints.ts'
import { headers as names } from '../../contract/headers.ts'
import { cancelAfter, TimeUp } from '../lib/cancel.ts'
import { parseJson } from '../lib/record.ts'
import { addressOf } from './addresses.ts'
import { ConnectionError } from './errors.ts'

export type Fetch = (input: string, init?: RequestInit) => Promise<Response>

/** One request as it goes out. `token` and `key` become headers; `timeout` in ms, none without. */
export interface Outgoing {
  params?: Record<string, string>
  query?: object
  body?: unknown
  token?: string | undefined
  key?: string
  /** for If-Match: the thing's `updated_at` as the caller knows it, or what an answer had as `version` */
  version?: string
  signal?: AbortSignal
  timeout?: number
  /** the complete address, for a call that goes to somebody else's server */
  elsewhere?: string
}

/** What came back, before anybody decides whether to trust it. `json` is undefined when the answer was not JSON. */
export interface Answer {
  status: number
  json: unknown
  /** the answer's media type without parameters, lower case; empty when there was none */
  type: string
  /** `X-Shop-Api: 1` was there */
  isShops: boolean
  key?: string
  /** ms */
  retryAfter?: number
  total?: number
  /** the server's clock, ms since 1970 */
  date?: number
  /** the ETag without its quotes */
  version?: string
}

/** Sends one request, once, and reads the whole answer. Throws `ConnectionError` when none came. */
export async function exchange(base: string, name: EndpointName, out: Outgoing, fetch: Fetch): Promise<Answer> {
  const cancel = cancelAfter(out.timeout, out.signal)
  // bound late, so that a fetch that was replaced after the start (tests, tracing) is the one that is used
  const raw = createFetch({ fetch: (input, init) => fetch(String(input), init), Headers, AbortController }).raw
  try {
    const response = await raw(out.elsewhere ?? addressOf(base, name, out.params), {
      method: endpoints[name].method,
      headers: headersOf(out),
      ...(out.query && { query: { ...out.query } }),
      // the bodies of the contract are JSON or a multipart form
      ...(out.body !== undefined && { body: out.body as Record<string, unknown> }),
      signal: cancel.signal,
      // only our own code repeats a request: it knows which ones carry a key
      retry: false,
      ignoreResponseError: true,
      credentials: 'same-origin',
      // past the worker's saved answers: the caller has looked at what is saved (sw/catalogue.ts)
      ...(endpoints[name].method === 'GET' && { cache: 'no-cache' as const }),
      responseType: 'text',
    })
    return readAnswer(response.headers, response.status, response._data)
  } catch (error) {
    throw connectionError(error, cancel.signal, out.signal)
  } finally {
    cancel.done()
  }
}

function headersOf(out: Outgoing): Record<string, string> {
  if (out.elsewhere !== undefined) return { accept: 'application/json' }
  const form = typeof FormData !== 'undefined' && out.body instanceof FormData
  return {
    accept: 'application/json',
    ...xsrfHeader(),
    // specification section 7: authenticated calls send a JSON content type, uploads their own
    ...(!form && (out.token || out.body !== undefined) && { 'content-type': 'application/json' }),
    ...(out.token && { authorization: `Bearer ${out.token}` }),
    ...(out.key && { [names.key]: out.key }),
    ...(out.version && { 'if-match': `"${out.version}"` }),
  }
}

/** The cross-site token of specification section 9, for other servers: ours takes no cookies. */
function xsrfHeader(): Record<string, string> {
  // the worker has no document, and its types know none
  const cookies = (globalThis as { document?: { cookie?: string } }).document?.cookie ?? ''
  const value = /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(cookies)?.[1]
  return value === undefined ? {} : { 'x-xsrf-token': decode(value) }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // a stray percent sign: the cookie is taken as it is
    return text
  }
}

function readAnswer(headers: Headers, status: number, text: string | undefined): Answer {
  const type = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  const json = /^application\/([\w.+-]+\+)?json$/.test(type) ? parseJson(text ?? '') : undefined
  const retryAfter = readRetryAfter(headers.get('retry-after'), { date: headers.get('date'), now: Date.now() })
  const total = Number(headers.get(names.total) ?? Number.NaN)
  const key = headers.get(names.key)
  const date = Date.parse(headers.get('date') ?? '')
  const version = /^"([^"]+)"$/.exec(headers.get('etag') ?? '')?.[1]
  return {
    status,
    json,
    type,
    isShops: headers.get(names.shop) === '1',
    ...(key !== null && { key }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(Number.isInteger(total) && total >= 0 && { total }),
    ...(Number.isFinite(date) && { date }),
    ...(version !== undefined && { version }),
  }
}

/**
 * Milliseconds to wait by a `Retry-After` header (RFC 9110, section 10.2.3): seconds or an HTTP date. A date is measured
 * against the answer's own `Date`, since the device's clock may be years off; `now` is used where there is none.
 */
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

function connectionError(error: unknown, ours: AbortSignal, callers: AbortSignal | undefined): ConnectionError {
  const cause = error instanceof FetchError ? (error.cause ?? error) : error
  if (callers?.aborted) return new ConnectionError('aborted', { cause })
  if (ours.reason instanceof TimeUp) return new ConnectionError('timeout', { cause })
  return new ConnectionError('network', { cause })
}
