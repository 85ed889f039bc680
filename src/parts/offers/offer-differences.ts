import type { Charge, Offer } from '../../../contract/offers.ts'
import { defaultTolerance } from '../../../contract/shipment/milestones.ts'

/** One difference between two offers. Amounts are in minor units of each offer's own currency. */
export type Difference =
  | { kind: 'price'; fishe: string; before: number | null; after: number | null }
  | { kind: 'quantity'; fishe: string; before: number; after: number }
  | { kind: 'charge'; label: string; before: number | undefined; after: number | undefined }
  | { kind: 'total'; before: number; after: number }
  | { kind: 'day'; term: 'validUntil' | 'readyFrom'; before: string | undefined; after: string | undefined }
  | {
      kind: 'text'
      term: 'delivery' | 'payment' | 'tolerance' | 'note'
      before: string | undefined
      after: string | undefined
    }
  | { kind: 'text'; term: 'lineNote'; fishe: string; before: string | undefined; after: string | undefined }

/** The differences from one offer to the next: lines first, then charges and terms. */
export function offerDifferences(before: Offer, after: Offer): Difference[] {
  const lines = after.lines.flatMap((line) => lineDifferences(before, line))
  const terms: Difference[] = [
    { kind: 'total', before: before.total, after: after.total },
    { kind: 'day', term: 'validUntil', before: before.validUntil, after: after.validUntil },
    { kind: 'text', term: 'delivery', before: delivery(before), after: delivery(after) },
    { kind: 'day', term: 'readyFrom', before: before.readyFrom, after: after.readyFrom },
    { kind: 'text', term: 'payment', before: before.payment, after: after.payment },
    { kind: 'text', term: 'tolerance', before: tolerance(before), after: tolerance(after) },
    { kind: 'text', term: 'note', before: before.note, after: after.note },
  ]
  const isOtherCurrency = before.currency !== after.currency
  const isAmount = (each: Difference) => each.kind === 'price' || each.kind === 'total' || each.kind === 'charge'
  return [...lines, ...chargeDifferences(before, after), ...terms].filter(
    (each) => each.before !== each.after || (isOtherCurrency && isAmount(each) && each.after !== null),
  )
}

type Line = Offer['lines'][number]

function lineDifferences(before: Offer, line: Line): Difference[] {
  const { fishe } = line
  const old = before.lines.find((each) => each.fishe === fishe)
  if (!old) return []
  return [
    { kind: 'price', fishe, before: old.price, after: line.price },
    { kind: 'quantity', fishe, before: old.qty, after: line.qty },
    { kind: 'text', term: 'lineNote', fishe, before: old.note, after: line.note },
  ]
}

function chargeDifferences(before: Offer, after: Offer): Difference[] {
  const old = sumsByLabel(before.charges)
  const now = sumsByLabel(after.charges)
  const labels = [...new Set([...old.keys(), ...now.keys()])]
  return labels.map((label) => ({ kind: 'charge', label, before: old.get(label), after: now.get(label) }))
}

function sumsByLabel(charges: readonly Charge[] = []): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { label, amount } of charges) sums.set(label, (sums.get(label) ?? 0) + amount)
  return sums
}

function delivery({ incoterm, place }: Offer): string {
  return `${incoterm} ${place}`
}

function tolerance({ tolerance: share = defaultTolerance }: Offer): string {
  return String(share)
}
