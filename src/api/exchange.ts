import * as v from 'valibot'
import { type CallName, type Calls, callOf } from '../../contract/calls.ts'
import { type BrokenRule, readBrokenRule } from '../../contract/fields.ts'
import { type ProblemCode, problemCode } from '../../contract/problem.ts'
import { headers as names } from '../../contract/service.ts'
import { isRecord, readText } from '../lib/record.ts'

export type Fetch = (input: string, init?: RequestInit) => Promise<Response>

/** What a request is made from. */
export interface Outgoing {
  params?: Record<string, string>
  query?: object
  body?: unknown
  token?: string | undefined
  /** the Idempotency-Key */
  key?: string
  /** for If-Match: the record's `updated_at`, or the `version` of an earlier answer */
  version?: string | undefined
  signal?: AbortSignal | undefined
  /** ms; none by default */
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

/** An answer before anyone decides whether to trust it. */
export interface Answer {
  status: number
  /** undefined when the body is not JSON */
  json: unknown
  /** the answer's media type without parameters, lower case; empty when there was none */
  type: string
  /** whether it has the header `X-Shop-Api: 1` */
  isShops: boolean
  /** the Idempotency-Key that it echoed */
  key?: string | undefined
  /** ms */
  retryAfter?: number | undefined
  /** rows of the whole list */
  total?: number | undefined
  /** the server's clock, ms since 1970 */
  date?: number | undefined
  /** the ETag without its quotes */
  version?: string | undefined
}

/** Whether the shop itself answered, also with a refusal. */
export const isShops = (headers: Headers): boolean => headers.get(names.shop) === '1'

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

/** The media type of an answer without parameters, in lower case; empty when it names none. */
export function mediaType(headers: Headers): string {
  return (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

/** A refused field. Our server names the broken rule; other servers send only a sentence in English. */
export type RefusedField = { path: string; detail: string } & (
  | BrokenRule
  | {
      rule?: never
      params?: never
      /** set when the whole refusal is about this field */
      code?: ProblemCode | undefined
    }
)

/** A refusal by the server. `retryAfter` in ms, where the server named a time. */
export interface Refusal {
  status: number
  code?: ProblemCode | undefined
  /** set when no answer came, or one that is not the shop's */
  connection?: ConnectionProblem | undefined
  /** the server's sentence, or empty */
  detail: string
  errors: RefusedField[]
  retryAfter?: number | undefined
}

/** Whether a link is refused that was mailed or passed on: what is typed does not help then. */
export function isAboutLink(failure: Refusal | ConnectionError): boolean {
  return 'code' in failure && failure.code?.startsWith('link-') === true
}

/** The result of `call`: what it asked for, or the server's refusal. */
export type Reply<T> =
  | ({ ok: true; body: T } & Pick<Answer, 'status' | 'total' | 'isShops' | 'key' | 'date' | 'version'>)
  | { ok: false; refusal: Refusal }

/** network: no answer · timeout: too late · aborted: cancelled by the caller · untrusted: the answer is not our server's */
export const connectionProblems = ['network', 'timeout', 'aborted', 'untrusted'] as const
export type ConnectionProblem = (typeof connectionProblems)[number]

const sentences: Record<ConnectionProblem, string> = {
  network: 'Network Error',
  timeout: 'timeout exceeded',
  aborted: 'Request aborted',
  untrusted: 'The answer did not come from the shop',
}

/** Thrown when no answer came, or one that is not the shop's (a captive portal, a proxy). */
export class ConnectionError extends Error {
  override name = 'ConnectionError'
  readonly kind: ConnectionProblem
  /** the status of an answer that was not trusted */
  readonly status: number | undefined

  constructor(kind: ConnectionProblem, options: { cause?: unknown; status?: number } = {}) {
    super(sentences[kind], { cause: options.cause })
    this.kind = kind
    this.status = options.status
  }
}

/** The result of a call that ends or deletes something: where it is gone already, that is done. */
export function orGone(reply: Reply<undefined>): Reply<undefined> {
  const isGone = !reply.ok && reply.refusal.status === 404
  return isGone ? { ok: true, status: 404, body: undefined, isShops: true } : reply
}

/** Why a call failed: its refusal, or the broken connection; undefined after a success. Any other error is thrown. */
export async function failureOf(
  call: () => Promise<{ ok: true } | { ok: false; refusal: Refusal }>,
): Promise<Refusal | ConnectionError | undefined> {
  try {
    const reply = await call()
    return reply.ok ? undefined : reply.refusal
  } catch (error) {
    if (error instanceof ConnectionError) return error
    throw error
  }
}

/** Reads a refusal from any JSON: problem details (RFC 9457) of our server, `{detail}` of another one, or neither. */
export function readRefusal(status: number, json: unknown, retryAfter?: number): Refusal {
  const body = isRecord(json) ? json : {}
  const code = problemCode({ type: readText(body.type) })
  return { status, code, detail: readDetail(body), errors: readRefusedFields(body.errors), retryAfter }
}

function readDetail(body: Record<string, unknown>): string {
  const sentences = [body.detail, body.message, body.title].map((text) => (typeof text === 'string' ? text.trim() : ''))
  return sentences.find(Boolean) ?? ''
}

/** Reads the refused fields of an answer, or of an outbox row, which another version of the app may have stored. */
export function readRefusedFields(errors: unknown): RefusedField[] {
  if (!Array.isArray(errors)) return []
  return errors.flatMap((error: unknown) => {
    if (!isRecord(error)) return []
    const path = error.path ?? error.field
    const detail = error.detail ?? error.message
    if (typeof path !== 'string' || typeof detail !== 'string') return []
    const broken = readBrokenRule(error.rule, isRecord(error.params) ? error.params.limit : undefined)
    return [{ path, detail, ...broken }]
  })
}

/** The shape within the envelope `data`, where an answer has one. */
type Content<A> =
  A extends v.ObjectSchema<infer E, undefined>
    ? E extends { readonly data: infer D extends v.GenericSchema }
      ? D
      : A
    : A

/** One's own data are saved as a file, as they are. */
const asSent = v.looseObject({ account: v.looseObject({}) })

/** What a call answers; undefined where the app reads nothing: a trusted success is enough. */
export type AnswerOf<N extends CallName> = N extends 'downloadOwnData'
  ? v.InferOutput<typeof asSent>
  : Calls[N] extends { sends: string }
    ? undefined
    : Calls[N] extends { answer: infer A extends v.GenericSchema }
      ? v.InferOutput<Content<A>>
      : undefined

/** The shape of an answer without its envelope; undefined where the app reads nothing. */
export function shapeOf(name: CallName): v.GenericSchema | undefined {
  const { answer, sends } = callOf(name)
  if (!answer || sends) return undefined
  if (name === 'downloadOwnData') return asSent
  // an object schema has entries
  const { data } = 'entries' in answer ? (answer.entries as v.ObjectEntries) : {}
  return (data as v.GenericSchema | undefined) ?? answer
}

/** The answer of a call in the contract's shape; undefined for any other. */
export function readAnswer<N extends CallName>(name: N, json: unknown): AnswerOf<N> | undefined {
  const shape = shapeOf(name)
  // the schema that the type comes from
  return shape && (readShape(shape, contentOf(json)) as AnswerOf<N>)
}

/** The content of the envelope `data`, where there is one; else the body itself. */
export function contentOf(json: unknown): unknown {
  return isRecord(json) && json.data !== undefined && json.data !== null ? json.data : json
}

/** A value of this shape; undefined for any other. */
export function readShape<S extends v.GenericSchema>(shape: S, value: unknown): v.InferOutput<S> | undefined {
  const { success, output } = v.safeParse(shape, value, { abortEarly: true })
  return success ? output : undefined
}
