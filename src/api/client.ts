import type { CompleteCalls } from '../../contract/calls.ts'
import { type EndpointName, endpoints } from '../../contract/endpoints.ts'
import { pictureAddress } from './addresses.ts'
import { ConnectionError, type Reply, readRefusal } from './errors.ts'
import { type Answer, exchange, type Fetch, type Outgoing } from './exchange.ts'
import { bodiless, readers } from './readers.ts'

export type { Answer, Fetch } from './exchange.ts'

type Part<C, K extends string> = K extends keyof C ? C[K] : undefined
type Named<K extends string, V> = V extends undefined ? { [P in K]?: undefined } : { [P in K]: V }
type Optional<K extends string, V> = V extends undefined ? { [P in K]?: undefined } : { [P in K]?: V }

interface Options {
  signal?: AbortSignal
  /** Idempotency-Key */
  key?: string
  /** If-Match without its quotes; not sent to another server, which may refuse the header */
  version?: string
  /** instead of the session's token; null sends none */
  token?: string | null
  /** ms; none without (specification section 9) */
  timeout?: number
}

/** What goes into the call `N`, by the contract. */
export type CallInput<N extends EndpointName> = Named<'params', Part<CompleteCalls[N], 'params'>> &
  Optional<'query', Part<CompleteCalls[N], 'query'>> &
  Named<'body', Part<CompleteCalls[N], 'body'>> &
  Options
type CallAnswer<N extends EndpointName> = CompleteCalls[N]['answer']

/** Calls without parameters and body may be made without input. */
type Input<N extends EndpointName> =
  Record<never, never> extends CallInput<N> ? [input?: CallInput<N>] : [input: CallInput<N>]

export interface Api {
  /**
   * Makes one call and reads the answer into the contract's shape. A refusal comes back as data; throws
   * `ConnectionError` when no answer came, or somebody who is not the shop. Never repeats a request.
   */
  call<N extends EndpointName>(name: N, ...input: Input<N>): Promise<Reply<CallAnswer<N>>>
  /** One request and its answer as it came, trusted or not: for the outbox, which judges by rules of its own. */
  exchange(name: EndpointName, out: Outgoing): Promise<Answer>
  /** The address of an `image` value (the API may live on another origin than the app). */
  picture(image: string): string
}

export interface ApiOptions {
  /** origin of the API, `''` for the app's own (`VITE_API_URL`) */
  baseUrl: string
  /** the session's bearer token; an ended session has none */
  token: () => string | undefined | Promise<string | undefined>
  fetch?: Fetch
  /** `off`: another server of the specification, whose answers carry no `X-Shop-Api` (`VITE_API_MARK`) */
  shopHeader?: 'required' | 'off'
  /** a service that takes contact messages as form data in place of our own call (`VITE_CONTACT_URL`) */
  contactUrl?: string
  /** the server answered that this token is worth nothing any more */
  onUnauthorised?: (token: string) => void
  /** the server answered: a good moment to send what waits */
  onAnswer?: () => void
}

/** The one door to the REST server, for page and worker. */
export function createApi(options: ApiOptions): Api {
  const fetch: Fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init))
  const send = (name: EndpointName, out: Outgoing) => {
    const elsewhere = name === 'sendContact' && options.contactUrl ? contactForm(options.contactUrl, out) : out
    return exchange(options.baseUrl, name, elsewhere, fetch)
  }
  return {
    async call<N extends EndpointName>(name: N, ...[input]: Input<N>): Promise<Reply<CallAnswer<N>>> {
      const { token: given, ...out }: Options & Omit<Outgoing, 'token'> = input ?? {}
      // visitors' calls go without a token: an expired one must not turn a login or a catalogue into a 401
      const own = endpoints[name].who === 'public' ? undefined : await options.token()
      const token = given === undefined ? own : (given ?? undefined)
      const { version, ...rest } = out
      const match = version && options.shopHeader !== 'off' ? { version } : {}
      const answer = await send(name, { ...rest, ...match, token })
      const reply = toReply<N>(name, answer, options)
      options.onAnswer?.()
      if (!reply.ok && reply.refusal.status === 401 && token) options.onUnauthorised?.(token)
      return reply
    },
    exchange: send,
    picture: (image) => pictureAddress(options.baseUrl, image),
  }
}

function toReply<N extends EndpointName>(
  name: N,
  answer: Answer,
  { shopHeader, contactUrl }: ApiOptions,
): Reply<CallAnswer<N>> {
  const { status, json, type, isShops, key, total, date, version } = answer
  const reading = endpoints[name].method === 'GET'
  const foreign = name === 'sendContact' && Boolean(contactUrl)
  const isTrusted = isShops || shopHeader === 'off' || foreign
  const untrusted = () => new ConnectionError('untrusted', { status })
  if (status < 200 || status > 299) {
    // a portal's or a proxy's "no" is not the shop's
    if (!isTrusted || status < 400 || type === 'text/html') throw untrusted()
    return { ok: false, refusal: readRefusal(status, json, answer.retryAfter) }
  }
  // a success of a read is known by its shape: the worker's answers and other servers' come without the header
  if ((!isTrusted && !reading) || type === 'text/html') throw untrusted()
  // the third party's success says nothing we need ('OK')
  const body = readers[name](foreign ? { _id: '' } : json)
  if (body === undefined && !bodiless.has(name)) throw untrusted()
  // undefined is the answer of the calls without a body
  return {
    ok: true,
    status,
    body: body as CallAnswer<N>,
    isShops,
    ...(key && { key }),
    ...(total !== undefined && { total }),
    ...(date !== undefined && { date }),
    ...(version !== undefined && { version }),
  }
}

/** The specification's e-mail service takes form fields, and neither our token nor our headers. */
function contactForm(url: string, { body, signal, timeout }: Outgoing): Outgoing {
  const form = new FormData()
  for (const [name, value] of Object.entries(body ?? {}))
    form.append(name === 'user_message' ? 'message' : name, String(value ?? ''))
  return { elsewhere: url, body: form, ...(signal && { signal }), ...(timeout && { timeout }) }
}
