import { type Static, Type } from 'typebox'
import { limits } from '../limits.ts'
import { filledLine, line, oneOf } from '../texts/text-schemas.ts'
import { shipmentSteps } from './shipment-steps.ts'

/** A day such as `2026-11-30`. */
const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
const place = filledLine(limits.placeLength)
const short = filledLine(limits.shipmentNumberLength)
/** ISO 6346; `isContainerNumber` checks its last digit. */
const Container = filledLine(limits.containerLength)

/** Space on a ship: `etd` and `eta` are the days on which it is expected to sail and to arrive. */
export const Booked = Type.Object({
  vessel: filledLine(limits.vesselLength),
  voyage: Type.Optional(short),
  from: place,
  to: place,
  etd: Day,
  eta: Day,
  container: Type.Optional(Container),
})
export type Booked = Static<typeof Booked>

const quantity = Type.Object({
  /** id of the product, as in the offer */
  fishe: line(100, { minLength: 1 }),
  /** tonnes */
  qty: Type.Number({ exclusiveMinimum: 0, maximum: limits.quantityMax }),
})
export type LoadedLine = Static<typeof quantity>

/** What went into a container. `temperature` in °C. */
export const Loaded = Type.Object({
  container: Container,
  seal: Type.Optional(short),
  temperature: Type.Optional(Type.Number({ minimum: -80, maximum: 40 })),
  lines: Type.Array(quantity, { minItems: 1, maxItems: limits.orderItems }),
})
export type Loaded = Static<typeof Loaded>

export const Sailed = Type.Object({ on: Day, eta: Type.Optional(Day) })
export type Sailed = Static<typeof Sailed>

/** How the papers travel. */
export const Documents = Type.Object({
  courier: Type.Optional(short),
  tracking: Type.Optional(short),
})
export type Documents = Static<typeof Documents>

/** The members of a milestone, besides those of every event. One is named like its step. */
export const milestoneMembers = {
  step: Type.Optional(oneOf(shipmentSteps)),
  /** the day on which it happened */
  on: Type.Optional(Day),
  booked: Type.Optional(Booked),
  loaded: Type.Optional(Loaded),
  sailed: Type.Optional(Sailed),
  documents: Type.Optional(Documents),
}
export interface Details {
  booked?: Booked
  loaded?: Loaded
  sailed?: Sailed
  documents?: Documents
}

const Done = Type.Object({
  step: oneOf(shipmentSteps),
  /** the day on which it happened */
  on: Type.String(),
  /** the event that counts: the first one without a correction */
  _id: Type.String(),
})
export type Done = Static<typeof Done>

/** Where the goods of an accepted order are, by the milestones without a correction. */
export const Shipment = Type.Object({
  /** the last one that is done, in the order of the steps; null before the first */
  step: Type.Unsafe<(typeof shipmentSteps)[number] | null>({
    type: ['string', 'null'],
    enum: [...shipmentSteps, null],
  }),
  /** in the order of the steps */
  done: Type.Array(Done),
  vessel: Type.Optional(Type.String()),
  container: Type.Optional(Type.String()),
  /** when it is expected to sail, and to arrive */
  etd: Type.Optional(Type.String()),
  eta: Type.Optional(Type.String()),
  /** tonnes of each product in the containers that count */
  loaded: Type.Array(Type.Object({ fishe: Type.String(), qty: Type.Number() })),
  /** reported a second time by the shop: these count no quantity and no date until the first is corrected */
  doubles: Type.Optional(Type.Array(Done)),
})
export type Shipment = Static<typeof Shipment>
