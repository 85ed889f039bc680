import { type BrokenRule, readBrokenRule } from '../../contract/fields.ts'
import { type ProblemCode, problemCode } from '../../contract/problem.ts'
import { isRecord, readText } from '../lib/record.ts'

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
  /** the server's sentence; empty where it said nothing */
  detail: string
  errors: RefusedField[]
  retryAfter?: number | undefined
}

/** Whether a link is refused that was mailed or passed on: what is typed does not help then. */
export function isAboutLink(failure: Refusal | ConnectionError): boolean {
  return 'code' in failure && failure.code?.startsWith('link-') === true
}

/**
 * The result of `call`. `isShops`: the answer had the header `X-Shop-Api`. `key`: the Idempotency-Key that it echoed.
 * `date`: the server's clock, ms since 1970. `version`: its ETag without the quotes.
 */
export type Reply<T> =
  | {
      ok: true
      status: number
      body: T
      total?: number | undefined
      isShops: boolean
      key?: string | undefined
      date?: number | undefined
      version?: string | undefined
    }
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
  const sentence = [body.detail, body.message, body.title].find(
    (text) => typeof text === 'string' && text.trim() !== '',
  )
  return typeof sentence === 'string' ? sentence.trim() : ''
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
