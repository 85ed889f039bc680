import type { InvalidField } from '../../contract/fields.ts'
import type { Order } from '../../contract/orders.ts'
import type { ProblemCode } from '../../contract/problem.ts'

export const mostErrors = 50

interface Reason {
  /** more errors than `mostErrors` are named, of a call that bounds its rows itself */
  most?: number
  /** replaces the code's usual sentence */
  detail?: string
  errors?: InvalidField[]
  /** with `order-changed`: the current order */
  order?: Order
  /** with `edited-meanwhile` of a product's stock: the current stock, tonnes */
  countInStock?: number
  /** seconds */
  retryAfter?: number
}

/** Thrown where a call is refused: rolls its transaction back, and becomes problem details. `code` decides status and title. */
export class Refusal extends Error {
  readonly code: ProblemCode
  readonly reason: Reason

  constructor(code: ProblemCode, reason: Reason) {
    super(code)
    this.code = code
    this.reason = reason
  }
}

export const refuse = (code: ProblemCode, reason: Reason = {}): Refusal => new Refusal(code, reason)
export const refuseFields = (...errors: InvalidField[]): Refusal => refuse('invalid-fields', { errors })

/** Whether an error is a refusal with one of these codes; any without codes. */
export const isRefusal = (error: unknown, ...codes: ProblemCode[]): error is Refusal =>
  error instanceof Refusal && (codes.length === 0 || codes.includes(error.code))

/** Whether work was refused, with one of these codes if there are any. Other errors rise. */
export function wasRefused(work: Promise<unknown>, ...codes: ProblemCode[]): Promise<boolean> {
  return work.then(
    () => false,
    (error) => {
      if (isRefusal(error, ...codes)) return true
      throw error
    },
  )
}
