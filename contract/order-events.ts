import { type Static, Type } from 'typebox'
import { eventKinds, sides } from './event-kinds.ts'
import { EventFile, type FileInput, FileInputs } from './files.ts'
import { limits } from './limits.ts'
import { Offer, OfferInput } from './offers.ts'
import { type Details, milestoneMembers } from './shipment/milestones.ts'
import type { ShipmentStep } from './shipment/shipment-steps.ts'
import { filledText, line, oneOf } from './texts/text-schemas.ts'

const Id = line(100, { minLength: 1 })

/**
 * An event on the wire: one flat object, so that a wrong field is reported only once. `OrderEventInput` says which
 * members each kind needs, and `readEvent` checks them.
 */
export const OrderEventBody = Type.Object({
  kind: oneOf(eventKinds),
  /** `seq` of the last event that the author has seen; 0 for none. The answer holds the events after it. */
  after: Type.Optional(Type.Integer({ minimum: 0 })),
  /** kind `offer`: the offer; withdraw, accept and decline: the id of the offer */
  offer: Type.Optional(Type.Union([OfferInput, Id])),
  note: Type.Optional(filledText(limits.noteLength)),
  text: Type.Optional(filledText(limits.eventTextLength)),
  ...milestoneMembers,
  /** kind `correct`: the id of the milestone that counts no longer */
  of: Type.Optional(Id),
  files: Type.Optional(FileInputs),
})
export type OrderEventBody = Static<typeof OrderEventBody>

/** An event that one side adds to an order. */
export type OrderEventInput =
  | { kind: 'offer'; after: number; offer: OfferInput }
  | { kind: 'withdraw'; after: number; offer: string }
  | { kind: 'close'; after: number; note: string }
  | { kind: 'accept' | 'decline'; offer: string; note?: string }
  | { kind: 'cancel'; note?: string }
  /** with a text, files or both */
  | { kind: 'message'; text?: string; files?: FileInput[] }
  | MilestoneInput
  | { kind: 'correct'; after?: number; of: string; note: string }

/** A step of the shipment as it is reported, with the member that is named like it. */
export interface MilestoneInput extends Details {
  kind: 'milestone'
  after?: number
  step: ShipmentStep
  /** the day on which it happened */
  on: string
  note?: string
  files?: FileInput[]
}

/** One schema with two types is serialised faster than a union, which shows in answers with many events. */
const OfferOrId = Type.Unsafe<Offer | string>({ ...Offer, type: ['object', 'string'] })

/** An event as an order shows it. `seq` counts from 1 without a gap. An administrator's e-mail address is never shown. */
export const OrderEvent = Type.Object({
  _id: Type.String(),
  seq: Type.Integer(),
  kind: oneOf(eventKinds),
  /** ISO 8601, UTC, by the server's clock */
  at: Type.String(),
  by: Type.Object({ name: Type.String(), side: oneOf(sides) }),
  /** which offer of the order it makes, withdraws, accepts or declines, from 1; only where events before it are left out */
  number: Type.Optional(Type.Integer()),
  offer: Type.Optional(OfferOrId),
  note: Type.Optional(Type.String()),
  text: Type.Optional(Type.String()),
  ...milestoneMembers,
  of: Type.Optional(Type.String()),
  files: Type.Optional(Type.Array(EventFile)),
})
export type OrderEvent = Static<typeof OrderEvent>

/** Fifty events of an order, oldest first; fewer where they are large. `earlier`: there are more before them. */
export const OrderEvents = Type.Object({ events: Type.Array(OrderEvent), earlier: Type.Boolean() })
export type OrderEvents = Static<typeof OrderEvents>
