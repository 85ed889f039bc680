import * as v from 'valibot'
import { filledText, id, nonEmptyLine, oneOf, rows, text, whole, yes } from './fields.ts'
import { EventFile, type FileInput, FileInputs } from './files.ts'
import { limits } from './limits.ts'
import { Offer, OfferInput } from './offers.ts'
import type { ShipmentStep } from './shipment/milestones.ts'
import { type Details, milestoneMembers } from './shipment/milestones.ts'

/* Kinds of events on an order. */

/** The kinds of events that decide the state of an order. */
const decisionKinds = ['offer', 'withdraw', 'close', 'accept', 'decline', 'cancel'] as const

/** `milestone` and `correct`: a step of the shipment, and that such a report counts no longer. */
export const eventKinds = [...decisionKinds, 'message', 'milestone', 'correct'] as const
export type EventKind = (typeof eventKinds)[number]

/** Whether an event of this kind decides the state. Messages and milestones change none. */
export function isDecision(kind: EventKind): boolean {
  return decisionKinds.some((each) => each === kind)
}

export const sides = ['buyer', 'shop'] as const
export type Side = (typeof sides)[number]

/** The side that adds each kind. Of what both may add: the side that an administrator is on a request of their own. */
export const sideOf = {
  offer: 'shop',
  withdraw: 'shop',
  close: 'shop',
  accept: 'buyer',
  decline: 'buyer',
  cancel: 'buyer',
  message: 'buyer',
  milestone: 'shop',
  correct: 'shop',
} as const satisfies Record<EventKind, Side>

/** The kinds of a side, as `sideOf` says. */
export type KindOf<S extends Side> = { [K in EventKind]: (typeof sideOf)[K] extends S ? K : never }[EventKind]

const Id = nonEmptyLine(100)

/**
 * An event on the wire: one flat object, so that a wrong field is reported only once. `OrderEventInput` says which
 * members each kind needs, and `readEvent` checks them.
 */
export const OrderEventBody = v.object({
  kind: oneOf(eventKinds),
  /** `seq` of the last event that the author has seen; 0 for none. The answer holds the events after it. */
  after: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  /** kind `offer`: the offer; withdraw, accept and decline: the id of the offer */
  offer: v.optional(v.union([OfferInput, Id])),
  note: v.optional(filledText(limits.noteLength)),
  text: v.optional(filledText(limits.eventTextLength)),
  ...milestoneMembers,
  /** kind `correct`: the id of the milestone that counts no longer */
  of: v.optional(Id),
  files: v.optional(FileInputs),
})
export type OrderEventBody = v.InferOutput<typeof OrderEventBody>

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

const OfferOrId = v.union([Offer, v.string()])

/** An event as an order shows it. `seq` counts from 1 without a gap. An administrator's e-mail address is never shown. */
export const OrderEvent = v.pipe(
  v.object({
    _id: id,
    seq: whole,
    kind: oneOf(eventKinds),
    /** ISO 8601, UTC, by the server's clock */
    at: text,
    by: v.fallback(v.object({ name: text, side: v.fallback(oneOf(sides), 'buyer') }), { name: '', side: 'buyer' }),
    /** which offer of the order it makes, withdraws, accepts or declines, from 1; only where events before it are left out */
    number: v.optional(v.pipe(v.number(), v.integer())),
    offer: v.optional(OfferOrId),
    note: v.optional(v.string()),
    text: v.optional(v.string()),
    ...milestoneMembers,
    of: v.optional(v.string()),
    files: v.optional(rows(EventFile)),
  }),
  // what it is about must be there: one of another version of the server may have something else
  v.check(
    ({ kind, offer, step }) =>
      (kind !== 'offer' || typeof offer === 'object') && (kind !== 'milestone' || step !== undefined),
  ),
)
export type OrderEvent = v.InferOutput<typeof OrderEvent>

/** Fifty events of an order, oldest first; fewer where they are large. `earlier`: there are more before them. */
export const OrderEvents = v.object({ events: rows(OrderEvent), earlier: yes })
export type OrderEvents = v.InferOutput<typeof OrderEvents>
