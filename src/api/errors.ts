import { type BrokenRule, readBrokenRule } from '../../contract/field-rules.ts'
import { type ProblemCode, problemCode } from '../../contract/problem.ts'
import { isRecord } from '../lib/record.ts'

/** A refused field. Servers of ours name the rule; of others there is only the English sentence. */
export type RefusedField = { path: string; detail: string } & (
  | BrokenRule
  | {
      rule?: never
      params?: never
      /** where the whole refusal is about this field */
      code?: ProblemCode | undefined
    }
)

/** The server's own "no": data, not an accident. `retryAfter` in ms, where the server named a time. */
export interface Refusal {
  status: number
  code?: ProblemCode
  /** no answer, or none of the shop */
  connection?: ConnectionProblem
  /** the server's sentence; empty where it said nothing */
  detail: string
  errors: RefusedField[]
  retryAfter?: number
}

/**
 * What `call` answers. `isShops`: it came with the header `X-Shop-Api`; `key`: the Idempotency-Key it echoed; `date`:
 * the server's clock, ms since 1970; `version`: its ETag without the quotes.
 */
export type Reply<T> =
  | {
      ok: true
      status: number
      body: T
      total?: number
      isShops: boolean
      key?: string
      date?: number
      version?: string
    }
  | { ok: false; refusal: Refusal }

/** network: no answer · timeout: too late · aborted: given up by us · untrusted: an answer, but not our server's */
export const connectionProblems = ['network', 'timeout', 'aborted', 'untrusted'] as const
export type ConnectionProblem = (typeof connectionProblems)[number]

const sentences: Record<ConnectionProblem, string> = {
  network: 'Network Error',
  timeout: 'timeout exceeded',
  aborted: 'Request aborted',
  untrusted: 'The answer did not come from the shop',
}

/** Thrown when no answer came, or somebody who is not the shop (a captive portal, a proxy). */
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

/**
 * Reads a refusal out of any JSON: problem details (RFC 9457) of ours, `{detail}` of another server, or neither.
 */
export function readRefusal(status: number, json: unknown, retryAfter?: number): Refusal {
  const body = isRecord(json) ? json : {}
  const code = problemCode({ ...(typeof body.type === 'string' && { type: body.type }) })
  return {
    status,
    ...(code && { code }),
    detail: readDetail(body),
    errors: readRefusedFields(body.errors),
    ...(retryAfter !== undefined && { retryAfter }),
  }
}

function readDetail(body: Record<string, unknown>): string {
  const said = [body.detail, body.message, body.title].find((text) => typeof text === 'string' && text.trim() !== '')
  return typeof said === 'string' ? said.trim() : ''
}

/** Reads the refused fields of an answer, or of an outbox row that another version of the app stored. */
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
