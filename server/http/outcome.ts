import type { FieldProblem, ProblemCode } from '../../contract/problem.ts'

/** A refusal is data, not an accident: the code decides status and title, `detail` says it in one sentence. */
export interface Refusal {
  ok: false
  code: ProblemCode
  detail?: string
  errors?: FieldProblem[]
  /** seconds */
  retryAfter?: number
}

export interface Done<T> {
  ok: true
  value: T
  /** where it is not the usual one of the call */
  status?: number
  headers?: Record<string, string>
}

export type Outcome<T> = Done<T> | Refusal

export function done<T>(value: T, more: Omit<Done<T>, 'ok' | 'value'> = {}): Done<T> {
  return { ok: true, value, ...more }
}

export function refuse(code: ProblemCode, more: Omit<Refusal, 'ok' | 'code'> = {}): Refusal {
  return { ok: false, code, ...more }
}

/** Invalid fields, each as `[path, sentence]`. */
export function refuseFields(...fields: [path: string, detail: string][]): Refusal {
  return refuse('invalid-fields', { errors: fields.map(([path, detail]) => ({ path, detail })) })
}
