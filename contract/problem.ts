import type { FieldProblem } from './fields.ts'
import type { Order } from './orders.ts'

/** Problem details (RFC 9457), the body of every answer with a status of 400 or more. */
export interface Problem {
  type: string
  title: string
  status: number
  detail: string
  errors?: FieldProblem[]
  /** with `order-changed`: the order as it is now */
  order?: Order
  /** with `edited-meanwhile` of a product's stock: the number as it is now, tonnes */
  countInStock?: number
}

/** Codes of refusals: the last part of a problem's `type` (`about:quayside/{code}`). The app translates by this code. */
export const problemCodes = [
  ...(['malformed', 'invalid-fields', 'login-required', 'login-failed', 'account-gone', 'forbidden'] as const),
  ...(['api-key-unknown', 'api-key-read-only', 'api-key-not-allowed', 'api-keys-full'] as const),
  ...(['not-found', 'method-not-allowed'] as const),
  ...(['wrong-password', 'password-needed', 'second-person', 'no-mail'] as const),
  ...(['link-unknown', 'link-used', 'link-expired', 'link-withdrawn'] as const),
  ...(['invitations-full', 'invitation-of-another', 'email-taken', 'already-reviewed', 'last-admin'] as const),
  ...(['key-in-progress', 'key-of-another-user', 'key-reused'] as const),
  ...(['order-deleted', 'order-sealed', 'buyer-gone', 'reference-needed', 'review-deleted'] as const),
  ...(['reference-taken', 'edited-meanwhile', 'offer-not-current', 'offer-expired', 'links-full'] as const),
  ...(['counter-not-current', 'counter-expired'] as const),
  ...(['claim-settled', 'claim-too-late', 'lot-exists', 'lot-in-use'] as const),
  ...(['order-final', 'order-changed', 'order-not-accepted', 'not-your-side', 'thread-full'] as const),
  ...(['too-large', 'wrong-type', 'bad-picture', 'bad-file'] as const),
  ...(['upload-offset', 'upload-protocol', 'files-full', 'no-such-range'] as const),
  ...(['too-many', 'mails-used-up', 'database-away', 'disk-full', 'busy', 'internal'] as const),
] as const
export type ProblemCode = (typeof problemCodes)[number]
const prefix = 'about:quayside/'
export const problemType = (code: ProblemCode) => prefix + code

/** The code in a problem's `type`; undefined for another server's problem. */
export const problemCode = (problem: { type?: string }): ProblemCode | undefined =>
  problemCodes.find((code) => problem.type === prefix + code)
