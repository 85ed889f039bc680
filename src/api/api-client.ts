import { type BodyOf, type CallName, callOf, calls, type ParamsOf, type QueryOf } from '../../contract/calls.ts'
import { addressOf, pictureAddress } from './addresses.ts'
import { ConnectionError, type Reply, readRefusal } from './api-errors.ts'
import { type Answer, createClient, exchange, type Fetch, type Outgoing } from './exchange.ts'
import { type AnswerOf, readAnswer, shapeOf } from './read-answer.ts'

export type { Answer, Fetch } from './exchange.ts'

type Named<K extends string, V> = V extends undefined ? { [P in K]?: undefined } : { [P in K]: V }
type Optional<K extends string, V> = { [P in K]?: V }

interface Options {
  signal?: AbortSignal | undefined
  /** Idempotency-Key */
  key?: string
  /** If-Match without its quotes; not sent to another server, which may refuse the header */
  version?: string
  /** replaces the session's token; null sends none */
  token?: string | null
  /** ms; no timeout by default (specification section 9) */
  timeout?: number
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
   * Sends one request, and reads the answer into the contract's shape. It is never sent twice, but once more where the shop wants the password
   * first and the person has typed it. A refusal is returned as data. Throws
   * `ConnectionError` when no answer came, or one that is not the shop's.
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
  /** the server is another one that follows the specification and sends no `X-Shop-Api`: what makes our shape of its answers */
  fromOther?: ((name: CallName, json: unknown) => unknown) | undefined
  /** a third-party service that receives contact messages as form data (`VITE_CONTACT_URL`) */
  contactUrl?: string
  /** the server refused this token with 401, and this code */
  onUnauthorised?: (token: string, code: string | undefined) => void
  /** asks for the password, which the server wants before it does this; false if the person does not type it */
  onPasswordNeeded?: () => Promise<boolean>
  /** called after every trusted answer */
  onAnswer?: () => void
}

/** The client of the REST server, for page and worker. */
export function createApi(options: ApiOptions): Api {
  // `globalThis.fetch` is looked up at each call, since tests and tracing replace it
  const client = createClient(options.baseUrl, options.fetch ?? ((input, init) => globalThis.fetch(input, init)))
  const send = async (name: CallName, out: Outgoing) => {
    const request = name === 'sendContact' && options.contactUrl ? contactForm(options.contactUrl, out) : out
    const answer = await exchange(client, name, request)
    // a captive portal or a proxy ends no session
    if (answer.status === 401 && out.token && (answer.isShops || options.fromOther))
      options.onUnauthorised?.(out.token, readRefusal(401, answer.json).code)
    const isRead = options.fromOther && answer.status >= 200 && answer.status < 300
    return isRead ? { ...answer, json: options.fromOther?.(name, answer.json) } : answer
  }
  return {
    async call<N extends CallName>(name: N, ...[input]: Input<N>): Promise<Reply<AnswerOf<N>>> {
      const { token: given, version, ...rest }: Options & Omit<Outgoing, 'token'> = input ?? {}
      // public calls carry no token: with an expired one a login or a catalogue read would be a 401
      const sessionToken = callOf(name).who === 'public' ? undefined : await options.token()
      const token = given === undefined ? sessionToken : (given ?? undefined)
      const ask = async () => {
        const answer = await send(name, { ...rest, token, version: options.fromOther ? undefined : version })
        const read = toReply<N>(name, answer, options)
        options.onAnswer?.()
        return read
      }
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

function toReply<N extends CallName>(
  name: N,
  answer: Answer,
  { fromOther, contactUrl }: ApiOptions,
): Reply<AnswerOf<N>> {
  const { status, json, type, isShops, key, total, date, version } = answer
  const isRead = calls[name].method === 'GET'
  const isThirdParty = name === 'sendContact' && Boolean(contactUrl)
  const isTrusted = isShops || fromOther !== undefined || isThirdParty
  const untrusted = () => new ConnectionError('untrusted', { status })
  if (status < 200 || status > 299) {
    // the refusal of a captive portal or a proxy says nothing about the request
    if (!isTrusted || status < 400 || type === 'text/html') throw untrusted()
    return { ok: false, refusal: readRefusal(status, json, answer.retryAfter) }
  }
  // a successful read needs no header: its shape is checked below
  if ((!isTrusted && !isRead) || type === 'text/html') throw untrusted()
  // the third party answers with plain text
  const body = readAnswer(name, isThirdParty ? { _id: '' } : json)
  if (body === undefined && shapeOf(name)) throw untrusted()
  // undefined is the answer of the calls without a body
  return { ok: true, status, body: body as AnswerOf<N>, isShops, key, total, date, version }
}

/** The specification's e-mail service takes form fields. It gets neither our token nor our headers. */
function contactForm(url: string, { body, signal, timeout }: Outgoing): Outgoing {
  const form = new FormData()
  for (const [name, value] of Object.entries(body ?? {}))
    form.append(name === 'user_message' ? 'message' : name, String(value ?? ''))
  return { url, body: form, signal, timeout }
}
