import * as v from 'valibot'
import { filledLine, filledText, type InvalidField, nonEmptyLine, oneOf } from '../fields.ts'
import { limits } from '../limits.ts'
import { lotKey, sumKilograms } from '../lots.ts'
import { Day } from '../offers.ts'
import { addDays, endOfDay } from '../texts/shop-day.ts'
import type { Loaded, LoadedLine } from './milestones.ts'

/* What is wrong with goods that have arrived, how the shop settles it, and the documents that go with them. */

export const claimReasons = ['short', 'quality', 'temperature', 'damaged', 'other'] as const
export type ClaimReason = (typeof claimReasons)[number]
export const documentKinds = [
  ...(['catch-certificate', 'health-certificate', 'bill-of-lading', 'certificate-of-origin'] as const),
  ...(['invoice', 'packing-list', 'insurance', 'analysis', 'other'] as const),
] as const
export type DocumentKind = (typeof documentKinds)[number]

const kg = v.pipe(v.number(), v.gtValue(0), v.maxValue(limits.kilogramsMax))
const linesOf = <Line extends v.GenericSchema>(line: Line) =>
  v.pipe(v.array(line), v.minLength(1), v.maxLength(limits.orderItems))

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
  lines: linesOf(ClaimLine),
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
  credit: v.optional(linesOf(CreditLine)),
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

/** A report from a device without a network counts from when it was written, for so long. */
const offlineHours = 24

/** When a claim counts as made (ms since 1970): when it was written, if that was within a day before it arrived, else `now`. */
export function reportTime({ reportedAt }: { reportedAt?: string | undefined }, now: number): number {
  const written = Date.parse(reportedAt ?? '')
  return written <= now && written >= now - offlineHours * 60 * 60 * 1000 ? written : now
}

/** The moment (ms since 1970) until which a buyer may claim goods that were received on a day. */
export const claimEnd = (timeZone: string, received: string, claimDays: number) =>
  endOfDay(timeZone, addDays(received, claimDays))

interface Goods {
  /** tonnes of each product that were loaded, or accepted where no loading was reported */
  lines: readonly Pick<LoadedLine, 'fishe' | 'qty'>[]
  containers: readonly Loaded[]
}

/** The lots of a product in containers. */
export const lotsIn = (containers: readonly Loaded[], fishe: string) =>
  containers.flatMap(({ lines }) => lines.filter((line) => line.fishe === fishe)).flatMap(({ lots = [] }) => lots)

/** The errors of a claim: products and lots that did not go, or more than went. */
export function wrongClaim({ lines: sent, containers }: Goods, lines: readonly ClaimLine[]): InvalidField[] {
  return lines.flatMap(({ fishe, lot, kg }, at): InvalidField[] => {
    const path = `lines.${at}`
    const went = sent.find((line) => line.fishe === fishe)
    if (!went) return [{ path: `${path}.fishe`, rule: 'productOfOffer' }]
    if (lot !== undefined && lotsIn(containers, fishe).every(({ code }) => lotKey(code) !== lotKey(lot)))
      return [{ path: `${path}.lot`, rule: 'lotOfShipment' }]
    if (Number(kg.toFixed(3)) !== kg) return [{ path: `${path}.kg`, rule: 'decimals', params: { limit: 3 } }]
    const sum = sumKilograms(lines.slice(0, at + 1).flatMap((line) => (line.fishe === fishe ? [line.kg] : [])))
    const limit = sumKilograms([went.qty * 1000])
    return sum > limit ? [{ path: `${path}.kg`, rule: 'maximum', params: { limit } }] : []
  })
}

interface Settled {
  claimed: readonly Pick<ClaimLine, 'fishe' | 'kg'>[]
  /** what can still be credited of the price, minor units */
  most: number
}

/** The errors of a settlement: neither a credit nor a reason, or both; other products, or more, than were claimed; more money than is left of the price. */
export function wrongSettlement(
  { claimed, most }: Settled,
  { credit, refused }: { credit?: readonly CreditLine[] | undefined; refused?: string | undefined },
): InvalidField[] {
  if (!credit) return refused === undefined ? [{ path: 'credit', rule: 'required' }] : []
  if (refused !== undefined) return [{ path: 'refused', rule: 'allowedValue' }]
  let left = most
  return credit.flatMap(({ fishe, kg, amount }, at): InvalidField[] => {
    const path = `credit.${at}`
    const limit = sumKilograms(claimed.flatMap((line) => (line.fishe === fishe ? [line.kg] : [])))
    if (limit === 0) return [{ path: `${path}.fishe`, rule: 'productOfClaim' }]
    if (credit.findIndex((line) => line.fishe === fishe) < at) return [{ path: `${path}.fishe`, rule: 'alreadyUsed' }]
    if (Number(kg.toFixed(3)) !== kg) return [{ path: `${path}.kg`, rule: 'decimals', params: { limit: 3 } }]
    if (kg > limit) return [{ path: `${path}.kg`, rule: 'maximum', params: { limit } }]
    if (amount > left) return [{ path: `${path}.amount`, rule: 'maximum', params: { limit: left } }]
    left -= amount
    return []
  })
}

/** What a settlement credits, minor units. */
export const creditSum = (credit: readonly CreditLine[] = []) => credit.reduce((sum, { amount }) => sum + amount, 0)
