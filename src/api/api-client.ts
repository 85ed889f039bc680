import { type BodyOf, type CallName, callOf, calls, type ParamsOf, type QueryOf } from '../../contract/calls.ts'
import { pictureAddress } from '../../contract/picture.ts'
import { ConnectionError, type Reply, readRefusal } from './api-errors.ts'
import { type Answer, addressOf, createClient, type Exchange, exchange, type Fetch, type Outgoing } from './exchange.ts'
import { otherServer } from './other-server.ts'
import { type AnswerOf, readAnswer, shapeOf } from './read-answer.ts'

export type { Answer, Fetch } from './exchange.ts'

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
