import * as v from 'valibot'
import { number, rows, text } from '../answer-fields.ts'
import { limits } from '../limits.ts'
import { Day } from '../offers.ts'
import { filledLine, nonEmptyLine, oneOf } from '../texts/text-schemas.ts'
import { shipmentSteps } from './shipment-steps.ts'

const place = filledLine(limits.placeLength)
const short = filledLine(limits.shipmentNumberLength)
/** ISO 6346; `isContainerNumber` checks its last digit. */
const Container = filledLine(limits.containerLength)

/** Space on a ship: `etd` and `eta` are the days on which it is expected to sail and to arrive. */
export const Booked = v.object({
  vessel: filledLine(limits.vesselLength),
  voyage: v.optional(short),
  from: place,
  to: place,
  etd: Day,
  eta: Day,
  container: v.optional(Container),
})
export type Booked = v.InferOutput<typeof Booked>

const quantity = v.object({
  /** id of the product, as in the offer */
  fishe: nonEmptyLine(100),
  /** tonnes */
  qty: v.pipe(v.number(), v.gtValue(0), v.maxValue(limits.quantityMax)),
})
export type LoadedLine = v.InferOutput<typeof quantity>

/** What went into a container. `temperature` in °C. */
export const Loaded = v.object({
  container: Container,
  seal: v.optional(short),
  temperature: v.optional(v.pipe(v.number(), v.minValue(-80), v.maxValue(40))),
  lines: v.pipe(v.array(quantity), v.minLength(1), v.maxLength(limits.orderItems)),
})
export type Loaded = v.InferOutput<typeof Loaded>

export const Sailed = v.object({ on: Day, eta: v.optional(Day) })
export type Sailed = v.InferOutput<typeof Sailed>

/** How the papers travel. */
export const Documents = v.object({
  courier: v.optional(short),
  tracking: v.optional(short),
})
export type Documents = v.InferOutput<typeof Documents>

/** The members of a milestone, besides those of every event. One is named like its step. */
export const milestoneMembers = {
  step: v.optional(oneOf(shipmentSteps)),
  /** the day on which it happened */
  on: v.optional(Day),
  booked: v.optional(Booked),
  loaded: v.optional(Loaded),
  sailed: v.optional(Sailed),
  documents: v.optional(Documents),
}
export interface Details {
  booked?: Booked
  loaded?: Loaded
  sailed?: Sailed
  documents?: Documents
}

const Done = v.object({
  step: oneOf(shipmentSteps),
  /** the day on which it happened */
  on: text,
  /** the event that counts: the first one without a correction */
  _id: text,
})
export type Done = v.InferOutput<typeof Done>

/** Where the goods of an accepted order are, by the milestones without a correction. */
export const Shipment = v.object({
  /** the last one that is done, in the order of the steps; null before the first */
  step: v.fallback(v.nullable(oneOf(shipmentSteps)), null),
  /** in the order of the steps */
  done: v.fallback(rows(Done), []),
  vessel: v.optional(v.string()),
  container: v.optional(v.string()),
  /** when it is expected to sail, and to arrive */
  etd: v.optional(v.string()),
  eta: v.optional(v.string()),
  /** tonnes of each product in the containers that count */
  loaded: v.fallback(rows(v.object({ fishe: text, qty: number })), []),
  /** reported a second time by the shop: these count no quantity and no date until the first is corrected */
  doubles: v.optional(rows(Done)),
})
export type Shipment = v.InferOutput<typeof Shipment>
