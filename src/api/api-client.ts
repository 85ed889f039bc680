import { type $Fetch, FetchError, ofetch } from 'ofetch'
import { type BodyOf, type CallName, callOf, calls, type ParamsOf, type QueryOf } from '../../contract/calls.ts'
import { pictureAddress } from '../../contract/picture.ts'
import { headers as names } from '../../contract/service.ts'
import { cancelAfter, TimeUp } from '../lib/cancel.ts'
import { parseJson } from '../lib/record.ts'
import {
  type Answer,
  type AnswerOf,
  ConnectionError,
  type Exchange,
  type Fetch,
  isShops,
  mediaType,
  type Outgoing,
  type Reply,
  readAnswer,
  readRefusal,
  readRetryAfter,
  shapeOf,
} from './exchange.ts'
import { otherServer } from './other-server.ts'

interface Client {
  send: $Fetch['raw']
  /** origin of the API, `''` for the app's own */
  base: string
}

/** The one client of a page or worker, over its `fetch`. */
function createClient(base: string, fetch: Fetch): Client {
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
      // past the worker's `publicReadRoute` (sw/sw.ts): the caller has read the database already
      ...(calls[name].method === 'GET' && { cache: 'no-cache' as const }),
    })
    return fromResponse(response.headers, response.status, response._data)
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

function fromResponse(headers: Headers, status: number, text: string | undefined): Answer {
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

type Named<K extends string, V> = V extends undefined ? { [P in K]?: undefined } : { [P in K]: V }
type Optional<K extends string, V> = { [P in K]?: V }

interface Options {
  signal?: AbortSignal | undefined
  /** Idempotency-Key */
  key?: string
  /** If-Match without its quotes */
  version?: string
  /** replaces the session's token; null sends none */
  token?: string | null
  /** ms; no timeout by default (specification section 9) */
  timeout?: number
  /** of the feed of orders */
  isStaff?: boolean | undefined
}

/** The input of call `N`, by the contract. */
export type CallInput<N extends CallName> = Named<
  'params',
  [ParamsOf<N>] extends [never] ? undefined : Record<ParamsOf<N>, string>
> &
  Optional<'query', QueryOf<N>> &
  Named<'body', BodyOf<N>> &
  Options

/** The input may be left out where nothing in it is required. */
type Input<N extends CallName> =
  Record<never, never> extends CallInput<N> ? [input?: CallInput<N>] : [input: CallInput<N>]

export interface Api {
  /**
   * Sends one request, again only after a typed password, and reads the answer into the contract's shape. A refusal is data; throws
   * `ConnectionError` when no answer of the shop came.
   */
  call<N extends CallName>(name: N, ...input: Input<N>): Promise<Reply<AnswerOf<N>>>
  /** Sends one request and returns the raw answer, trusted or not. For the outbox, which has its own rules of trust. */
  exchange(name: CallName, out: Outgoing): Promise<Answer>
  /** The address of a call without parameters. */
  address(name: CallName): string
  /** The address of an `image` value (the API may live on another origin than the app). */
  picture(image: string): string
}

export interface ApiOptions {
  /** origin of the API, `''` for the app's own (`VITE_API_URL`) */
  baseUrl: string
  /** the session's bearer token; undefined when signed out */
  token: () => string | undefined | Promise<string | undefined>
  fetch?: Fetch
  /** makes another server of the specification like ours */
  other?: typeof otherServer
  /** a third-party service that receives contact messages as form data (`VITE_CONTACT_URL`) */
  contactUrl?: string
  /** the server refused this token with 401, and this code */
  onUnauthorised?: (token: string, code: string | undefined) => void
  /** asks for the password, which the server wants before it does this; false if the person does not type it */
  onPasswordNeeded?: () => Promise<boolean>
}

/** The client of the REST server, for page and worker. */
export function createApi(options: ApiOptions): Api {
  const { other = otherServer, contactUrl = import.meta.env.VITE_CONTACT_URL } = options
  const client = createClient(options.baseUrl, options.fetch ?? apiFetch)
  const direct: Exchange = (name, out) => exchange(client, name, out)
  const ours = other?.likeOurs(direct) ?? direct
  const sendOut = contactUrl ? withContactService(contactUrl, ours) : ours
  const send = async (name: CallName, out: Outgoing) => {
    const answer = await sendOut(name, out)
    // a captive portal or a proxy ends no session
    if (answer.status === 401 && out.token && answer.isShops)
      options.onUnauthorised?.(out.token, readRefusal(401, answer.json).code)
    return answer
  }
  return {
    async call<N extends CallName>(name: N, ...[input]: Input<N>): Promise<Reply<AnswerOf<N>>> {
      const { token: given, ...rest }: Options & Omit<Outgoing, 'token'> = input ?? {}
      // public calls carry no token: with an expired one a login or a catalogue read would be a 401
      const sessionToken = callOf(name).who === 'public' ? undefined : await options.token()
      const token = given === undefined ? sessionToken : (given ?? undefined)
      const ask = async () => toReply<N>(name, await send(name, { ...rest, token }))
      let reply = await ask()
      const isNeeded = !reply.ok && reply.refusal.code === 'password-needed'
      // it counts for the session in which it was typed
      const isTyped = isNeeded && (await options.onPasswordNeeded?.()) && (await options.token()) === token
      if (isTyped) reply = await ask()
      return reply
    },
    exchange: send,
    address: (name) => addressOf(options.baseUrl, name),
    picture: (image) => pictureAddress(options.baseUrl, image),
  }
}

function toReply<N extends CallName>(name: N, answer: Answer): Reply<AnswerOf<N>> {
  const { status, json, type, isShops, key, total, date, version } = answer
  const isRead = calls[name].method === 'GET'
  const untrusted = () => new ConnectionError('untrusted', { status })
  if (status < 200 || status > 299) {
    // the refusal of a captive portal or a proxy says nothing about the request
    if (!isShops || status < 400 || type === 'text/html') throw untrusted()
    return { ok: false, refusal: readRefusal(status, json, answer.retryAfter) }
  }
  // a successful read needs no header: its shape is checked below
  if ((!isShops && !isRead) || type === 'text/html') throw untrusted()
  const body = readAnswer(name, json)
  if (body === undefined && shapeOf(name)) throw untrusted()
  // undefined is the answer of the calls without a body
  return { ok: true, status, body: body as AnswerOf<N>, isShops, key, total, date, version }
}

/** The fetch of the API's server, looked up at each call, since tests and tracing replace it. */
export const apiFetch: Fetch = (input, init) => (otherServer?.marked ?? same)(globalThis.fetch)(input, init)
const same = (fetch: Fetch) => fetch

/** The specification's e-mail service takes form fields, without our token and headers, and answers with plain text. */
const withContactService =
  (url: string, exchange: Exchange): Exchange =>
  async (name, out) => {
    if (name !== 'sendContact') return exchange(name, out)
    const { body, signal, timeout } = out
    const form = new FormData()
    for (const [field, value] of Object.entries(body ?? {}))
      form.append(field === 'user_message' ? 'message' : field, String(value ?? ''))
    const answer = await exchange(name, { url, body: form, signal, timeout })
    if (answer.type === 'text/html') return answer
    return { ...answer, isShops: true, json: answer.status < 300 ? { _id: '' } : answer.json }
  }
