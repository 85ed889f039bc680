import * as v from 'valibot'
import { filledLine, filledList, filledText, nonEmptyLine, oneOf } from '../fields.ts'
import { limits } from '../limits.ts'
import { Day } from '../offers.ts'

/* What is wrong with goods that have arrived, how the shop settles it, and the documents that go with them. */

export const claimReasons = ['short', 'quality', 'temperature', 'damaged', 'other'] as const
export type ClaimReason = (typeof claimReasons)[number]
export const documentKinds = [
  ...(['catch-certificate', 'health-certificate', 'bill-of-lading', 'certificate-of-origin'] as const),
  ...(['invoice', 'packing-list', 'insurance', 'analysis', 'other'] as const),
] as const
export type DocumentKind = (typeof documentKinds)[number]

const kg = v.pipe(v.number(), v.gtValue(0), v.maxValue(limits.kilogramsMax))

/** `kg` with at most three decimals; `lot` is a code. */
export const ClaimLine = v.object({
  fishe: nonEmptyLine(100),
  lot: v.optional(filledLine(limits.lotCodeLength)),
  kg,
  reason: oneOf(claimReasons),
  note: v.optional(filledLine(limits.lineNoteLength)),
})
export type ClaimLine = v.InferOutput<typeof ClaimLine>

/** Kind `claim`. `reportedAt` (ISO 8601): when the buyer wrote it on a device without a network. */
export const claimMembers = {
  lines: filledList(ClaimLine, limits.orderItems),
  reportedAt: v.optional(v.pipe(filledLine(40), v.isoTimestamp())),
  note: v.optional(filledText(limits.noteLength)),
}

/** `amount` in minor units of the offer's currency. */
const CreditLine = v.object({
  fishe: nonEmptyLine(100),
  kg,
  amount: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER)),
})
export type CreditLine = v.InferOutput<typeof CreditLine>

/** Kind `settle`: a credit, or the reason why there is none. */
export const settleMembers = {
  credit: v.optional(filledList(CreditLine, limits.orderItems)),
  refused: v.optional(filledText(limits.noteLength)),
}

export const OrderDocument = v.object({
  kind: oneOf(documentKinds),
  number: v.optional(filledLine(limits.partyNumberLength)),
  on: v.optional(Day),
})
export type OrderDocument = v.InferOutput<typeof OrderDocument>

/** These members on the wire, beside `lines` and `note`. */
export const goodsMembers = {
  /** kind `settle`: the id of the claim */
  claim: v.optional(nonEmptyLine(100)),
  reportedAt: claimMembers.reportedAt,
  ...settleMembers,
  document: v.optional(OrderDocument),
}

/** What a settlement credits, minor units. */
export const creditSum = (credit: readonly CreditLine[] = []) => credit.reduce((sum, { amount }) => sum + amount, 0)
