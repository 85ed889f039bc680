import { type Static, Type } from 'typebox'
import { limits } from './limits.ts'
import { incoterms } from './offer-terms.ts'
import { filledLine, filledText, line, oneOf } from './texts/text-schemas.ts'

const IncotermSchema = oneOf(incoterms)

const Currency = Type.String({ pattern: '^[A-Z]{3}$' })

/** A day such as `2026-11-30`. `isDay` checks that it exists. */
export const dayPattern = '^\\d{4}-\\d{2}-\\d{2}$'
const Day = Type.String({ pattern: dayPattern })

/** The terms that a buyer wishes for; all are optional. */
export const Wishes = Type.Object({
  incoterm: Type.Optional(IncotermSchema),
  place: Type.Optional(filledLine(limits.placeLength)),
  neededBy: Type.Optional(Day),
  currency: Type.Optional(Currency),
  note: Type.Optional(filledText(limits.noteLength)),
})
export type Wishes = Static<typeof Wishes>

/** One schema with two types is serialised faster than a union. */
const amountOrNull = Type.Unsafe<number | null>({ type: ['integer', 'null'] })

const offerLine = {
  /** id of the product, as in the request */
  fishe: line(100, { minLength: 1 }),
  /** tonnes; may differ from the requested quantity */
  qty: Type.Number({ exclusiveMinimum: 0, maximum: limits.quantityMax }),
  /** minor units per tonne; null: not available */
  price: Type.Union([Type.Integer({ minimum: 0, maximum: limits.priceMax }), Type.Null()]),
  note: Type.Optional(filledLine(limits.lineNoteLength)),
}

/** `amount` in minor units; below zero for a discount. */
const Charge = Type.Object({
  label: filledLine(limits.chargeLabelLength),
  amount: Type.Integer({ minimum: -limits.priceMax, maximum: limits.priceMax }),
})
export type Charge = Static<typeof Charge>

const terms = {
  currency: Currency,
  charges: Type.Optional(Type.Array(Charge, { maxItems: limits.charges })),
  incoterm: IncotermSchema,
  place: filledLine(limits.placeLength),
  /** last day on which the offer can be accepted, in the shop's time zone */
  validUntil: Day,
  readyFrom: Type.Optional(Day),
  payment: Type.Optional(filledLine(limits.paymentLength)),
  /** per cent by which more may be loaded than is offered; `defaultTolerance` where it is absent */
  tolerance: Type.Optional(Type.Number({ minimum: 0, maximum: limits.toleranceMax })),
  note: Type.Optional(filledText(limits.noteLength)),
}

/** An offer as the exporter sends it: each product of the request exactly once, at least one with a price. */
export const OfferInput = Type.Object({
  ...terms,
  lines: Type.Array(Type.Object(offerLine), { minItems: 1, maxItems: limits.orderItems }),
})
export type OfferInput = Static<typeof OfferInput>

/** An offer as both sides see it. The server computes the totals; an unavailable line has null. */
export const Offer = Type.Object({
  ...terms,
  lines: Type.Array(Type.Object({ ...offerLine, price: amountOrNull, total: amountOrNull })),
  total: Type.Integer(),
  /** end of the last day (ISO 8601, UTC) in the time zone that the shop had when it made the offer */
  expiresAt: Type.String(),
})
export type Offer = Static<typeof Offer>
