import * as v from 'valibot'
import { filledLine, filledText, int, nonEmptyLine, number, oneOf, ruled, text, tolerantList } from './fields.ts'
import { copiedFields } from './fishes.ts'
import { limits } from './limits.ts'

/** Terms of delivery (Incoterms 2020). */
export const incoterms = ['EXW', 'FCA', 'FAS', 'FOB', 'CFR', 'CIF', 'CPT', 'CIP', 'DAP', 'DPU', 'DDP'] as const
export type Incoterm = (typeof incoterms)[number]
/** Currencies of a shop whose settings name no others. */
export const defaultCurrencies = ['EUR', 'USD', 'GBP', 'XOF'] as const
/** The form of a day such as `2026-11-30`, of these two centuries: other years are slips. */
export const dayPattern = '^2[01]\\d{2}-\\d{2}-\\d{2}$'
const dayForm = new RegExp(dayPattern)
/** A day of the calendar. */
export const Day = v.pipe(v.string(), v.regex(dayForm), ruled('day', isDay))

/** Whether a text such as `2026-11-30` is a real calendar day. */
export function isDay(day: string): boolean {
  if (!dayForm.test(day)) return false
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

const IncotermSchema = oneOf(incoterms)
/** Three letters (ISO 4217). */
export const currencyPattern = '^[A-Z]{3}$'
const currencyForm = new RegExp(currencyPattern)
export const Currency = v.pipe(v.string(), v.regex(currencyForm))

/** The terms that a buyer wishes for; all are optional. */
export const Wishes = v.object({
  incoterm: v.optional(IncotermSchema),
  place: v.optional(filledLine(limits.placeLength)),
  neededBy: v.optional(Day),
  currency: v.optional(Currency),
  note: v.optional(filledText(limits.noteLength)),
})
export type Wishes = v.InferOutput<typeof Wishes>

/** Minor units; null where there is none. */
const amount = v.fallback(v.nullable(v.pipe(v.number(), v.integer())), null)

const offerLine = {
  /** id of the product, as in the request */
  fishe: nonEmptyLine(100),
  /** tonnes; may differ from the requested quantity */
  qty: v.pipe(v.number(), v.gtValue(0), v.maxValue(limits.quantityMax)),
  /** minor units per tonne; null: not available */
  price: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(limits.priceMax))),
  note: v.optional(filledLine(limits.lineNoteLength)),
  /** id of a requested product in whose place this one can be taken */
  alternativeTo: v.optional(nonEmptyLine(100)),
  /** the fewest tonnes that can be taken alone, where the offer can be taken in parts */
  least: v.optional(v.pipe(v.number(), v.gtValue(0), v.maxValue(limits.quantityMax))),
}

/** `amount` in minor units; below zero for a discount. */
const Charge = v.object({
  label: filledLine(limits.chargeLabelLength),
  amount: v.pipe(v.number(), v.integer(), v.minValue(-limits.priceMax), v.maxValue(limits.priceMax)),
})
export type Charge = v.InferOutput<typeof Charge>

/** When the rest of the price is due. */
export const balanceKinds = ['before-loading', 'against-documents', 'days-after-loading', 'days-after-arrival'] as const
export type BalanceKind = (typeof balanceKinds)[number]
/** Whether a balance is due some days after its step. */
export const hasDays = (kind: BalanceKind) => kind === 'days-after-loading' || kind === 'days-after-arrival'

const paymentTerms = {
  /** per cent of the total that is paid first */
  deposit: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(limits.percentMax))),
  balance: v.optional(
    v.object({
      kind: oneOf(balanceKinds),
      days: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(limits.balanceDays))),
    }),
  ),
}

const terms = {
  currency: Currency,
  charges: v.optional(v.pipe(v.array(Charge), v.maxLength(limits.charges))),
  incoterm: IncotermSchema,
  place: filledLine(limits.placeLength),
  /** last day on which the offer can be accepted, in the shop's time zone */
  validUntil: Day,
  readyFrom: v.optional(Day),
  payment: v.optional(filledLine(limits.paymentLength)),
  ...paymentTerms,
  /** per cent by which more may be loaded than is offered; `defaultTolerance` where it is absent */
  tolerance: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(limits.toleranceMax))),
  note: v.optional(filledText(limits.noteLength)),
  /** the buyer may take some of the lines, and fewer tonnes of them */
  inParts: v.optional(v.boolean()),
}

/** An offer as the exporter sends it: each product of the request exactly once, at least one with a price; alternatives beside them. */
export const OfferInput = v.object({
  ...terms,
  lines: v.pipe(v.array(v.object(offerLine)), v.minLength(1), v.maxLength(limits.orderItems + limits.alternatives)),
})
export type OfferInput = v.InferOutput<typeof OfferInput>

/** An offer as both sides see it. The server computes the totals; an unavailable line has null. */
export const Offer = v.object({
  currency: text,
  incoterm: IncotermSchema,
  place: text,
  validUntil: text,
  readyFrom: v.optional(v.string()),
  payment: v.optional(v.string()),
  deposit: v.optional(v.number()),
  balance: v.fallback(
    v.optional(v.object({ kind: oneOf(balanceKinds), days: v.optional(v.pipe(v.number(), v.integer())) })),
    undefined,
  ),
  /** days after the arrival in which the buyer may claim, as the shop's setting was */
  claimDays: v.optional(int),
  tolerance: v.optional(v.number()),
  note: v.optional(v.string()),
  inParts: v.optional(v.boolean()),
  charges: v.fallback(v.optional(tolerantList(v.object({ label: text, amount: int }))), undefined),
  lines: v.fallback(
    tolerantList(
      v.object({
        ...{ fishe: text, qty: number, price: amount, total: amount, note: v.optional(v.string()) },
        alternativeTo: v.optional(v.string()),
        least: v.optional(v.number()),
        /** of an alternative: names, picture and facts of the product at the time of the offer */
        item: v.optional(v.object(copiedFields)),
      }),
    ),
    [],
  ),
  total: int,
  /** end of the last day (ISO 8601, UTC) in the time zone that the shop had when it made the offer */
  expiresAt: text,
})
export type Offer = v.InferOutput<typeof Offer>
export type OfferLine = Offer['lines'][number]
