import { type FieldProblem, type ProblemCode, problemCode } from '../../contract/problem.ts'
import { isRecord } from '../lib/record.ts'

/** The server's own "no": data, not an accident. `retryAfter` in ms, where the server named a time. */
export interface Refusal {
  status: number
  code?: ProblemCode
  /** one readable English sentence */
  detail: string
  errors: FieldProblem[]
  retryAfter?: number
}

/** What `call` answers. `mark`: the answer came from a server of ours; `key`: the Idempotency-Key it echoed. */
export type Reply<T> =
  | { ok: true; status: number; body: T; total?: number; mark: boolean; key?: string }
  | { ok: false; refusal: Refusal }

/** network: no answer · timeout: too late · aborted: given up by us · untrusted: an answer, but not our server's */
export type ConnectionProblem = 'network' | 'timeout' | 'aborted' | 'untrusted'

const sentences: Record<ConnectionProblem, string> = {
  network: 'Network Error',
  timeout: 'timeout exceeded',
  aborted: 'Request aborted',
  untrusted: 'The answer did not come from the shop',
}

/** Thrown when nobody answered, or somebody who is not the shop (a captive portal, a proxy). */
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
 * `detail` is never empty: specification section 8 names the sentence for a body that says nothing.
 */
export function readRefusal(status: number, json: unknown, retryAfter?: number): Refusal {
  const body = isRecord(json) ? json : {}
  const code = problemCode({ ...(typeof body.type === 'string' && { type: body.type }) })
  return {
    status,
    ...(code && { code }),
    detail: readDetail(body) || `Request failed with status code ${status}`,
    errors: readFieldProblems(body.errors),
    ...(retryAfter !== undefined && { retryAfter }),
  }
}

function readDetail(body: Record<string, unknown>): string {
  const said = [body.detail, body.message, body.title].find((text) => typeof text === 'string' && text.trim() !== '')
  return typeof said === 'string' ? said.trim() : ''
}

function readFieldProblems(errors: unknown): FieldProblem[] {
  if (!Array.isArray(errors)) return []
  return errors.flatMap((error: unknown) => {
    if (!isRecord(error)) return []
    const path = error.path ?? error.field
    const detail = error.detail ?? error.message
    return typeof path === 'string' && typeof detail === 'string' ? [{ path, detail }] : []
  })
}
