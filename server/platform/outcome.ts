import type { InvalidField } from '../../contract/field-rules.ts'
import type { Order } from '../../contract/orders.ts'
import type { ProblemCode } from '../../contract/problem.ts'

/** Most errors of one answer. */
export const mostErrors = 50

/** A refusal is data, not an exception. `code` decides status and title; `detail` replaces the code's usual sentence. */
export interface Refusal {
  ok: false
  code: ProblemCode
  /** more errors than `mostErrors` are named, of a call that bounds its rows itself */
  most?: number
  detail?: string
  errors?: InvalidField[]
  /** with `order-changed`: the current order */
  order?: Order
  /** with `edited-meanwhile` of a product's stock: the current stock, tonnes */
  countInStock?: number
  /** seconds */
  retryAfter?: number
}

export interface Done<T> {
  ok: true
  value: T
  headers?: Record<string, string>
  /** of a public answer with a version of its own, for If-Match */
  revision?: number
}

/** An answer that is read while it is sent, since it may be too long for the memory: its JSON in pieces. */
export interface InPieces {
  ok: true
  pieces: AsyncIterable<string>
}

export type Outcome<T> = Done<T> | Refusal

export function done<T>(value: T, more: Omit<Done<T>, 'ok' | 'value'> = {}): Done<T> {
  return { ok: true, value, ...more }
}

export function refuse(code: ProblemCode, more: Omit<Refusal, 'ok' | 'code'> = {}): Refusal {
  return { ok: false, code, ...more }
}

export function refuseFields(...errors: InvalidField[]): Refusal {
  return refuse('invalid-fields', { errors })
}
