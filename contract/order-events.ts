import * as v from 'valibot'
import {
  filledLine,
  filledList,
  filledText,
  flag,
  id,
  int,
  isUuid,
  nonEmptyLine,
  number,
  oneOf,
  optionalEnum,
  text,
  tolerantList,
} from './fields.ts'
import { EventFile, FileInputs } from './files.ts'
import { limits } from './limits.ts'
import { Day, incoterms, Offer, OfferInput } from './offers.ts'
import { paperKinds } from './papers/papers.ts'
import { ClaimLine, claimMembers, claimReasons, goodsMembers, OrderDocument, settleMembers } from './shipment/claims.ts'
import { milestoneMembers, milestoneSteps } from './shipment/milestones.ts'

/* States of an order, and the kinds of events that lead to them; order-state.ts folds a thread. */

export const orderStates = [
  ...(['requested', 'offered', 'countered', 'accepted', 'declined', 'expired', 'closed', 'cancelled'] as const),
] as const
export type KnownState = (typeof orderStates)[number]
/** `unknown`: of a newer server, whose events this version of the app cannot fold. */
export type OrderState = KnownState | 'unknown'
/** What this version can fold of a thread; an order's `needs` is what its thread needs. It grows with kinds of events and members that change what others mean. */
export const threadVersion = 3

/** The kinds of events that decide the state of an order. */
const decisionKinds = [
  ...(['offer', 'withdraw', 'close', 'accept', 'decline', 'cancel', 'counter', 'agree', 'retract'] as const),
] as const
/** What is wrong with the goods, how the shop settles it, and a document that goes with them. */
export const goodsKinds = ['claim', 'settle', 'document'] as const
/** `milestone` and `correct`: a step of the shipment, and that such a report counts no longer. */
export const eventKinds = [...decisionKinds, 'message', 'milestone', 'correct', ...goodsKinds] as const
export type EventKind = (typeof eventKinds)[number]
/** Whether an event of this kind decides the state. Messages and milestones change none. */
export const isDecision = (kind: EventKind) => decisionKinds.some((each) => each === kind)
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
  counter: 'buyer',
  agree: 'shop',
  retract: 'buyer',
  message: 'buyer',
  milestone: 'shop',
  correct: 'shop',
  claim: 'buyer',
  settle: 'shop',
  document: 'shop',
} as const satisfies Record<EventKind, Side>

/** The kinds of a side, as `sideOf` says. */
export type KindOf<S extends Side> = { [K in EventKind]: (typeof sideOf)[K] extends S ? K : never }[EventKind]
const Id = nonEmptyLine(100)
/** `seq` of the last event that the author has seen; 0 for none. The answer holds the events after it. */
const after = v.pipe(v.number(), v.integer(), v.minValue(0))
/** Ids of earlier tries of the author that this event supersedes: one that arrives after it is refused. */
const replaces = v.optional(v.pipe(v.array(Id), v.maxLength(limits.replacedEvents)))
const note = filledText(limits.noteLength)
const words = filledText(limits.eventTextLength)

/** A line that the buyer takes. `qty` in tonnes, `price` in minor units per tonne. */
const taken = { fishe: Id, qty: v.pipe(v.number(), v.gtValue(0), v.maxValue(limits.quantityMax)) }
const price = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(limits.priceMax))

/** Kind `accept`: the lines that are taken. */
const TakenLines = filledList(v.object(taken), limits.orderItems)
const terms = {
  incoterm: v.optional(oneOf(incoterms)),
  place: v.optional(filledLine(limits.placeLength)),
  neededBy: v.optional(Day),
}
/** Kind `counter`: the lines that the buyer wants, at the buyer's prices. It binds the buyer until the end of the day `until`, in the shop's time zone. */
const CounterLine = v.object({ ...taken, price })
const counterMembers = { lines: filledList(CounterLine, limits.orderItems), ...terms, until: Day }
/** These members on the wire, beside `lines`. */
const talkMembers = { ...terms, until: v.optional(Day) }

/** A line of what is accepted, countered or claimed: `fishe`, and members of its kind. */
const WireLine = v.object({
  ...v.partial(v.object({ ...CounterLine.entries, ...ClaimLine.entries })).entries,
  fishe: Id,
})

/** An event on the wire: one flat object, so that a wrong field is reported only once. `OrderEventInput` says which members each kind has. */
export const OrderEventBody = v.object({
  kind: oneOf(eventKinds),
  after: v.optional(after),
  replaces,
  /** kind `offer`: the offer; withdraw, accept, decline and counter: the id of the offer */
  offer: v.optional(v.union([OfferInput, Id])),
  note: v.optional(note),
  text: v.optional(words),
  /** kinds `agree` and `retract`: the id of the counter */
  counter: v.optional(Id),
  ...talkMembers,
  /** kinds `accept`, `counter` and `claim` */
  lines: v.optional(filledList(WireLine, limits.orderItems)),
  ...milestoneMembers,
  ...goodsMembers,
  /** kind `correct`: the id of the milestone that counts no longer */
  of: v.optional(Id),
  files: v.optional(FileInputs),
})
export type OrderEventBody = v.InferOutput<typeof OrderEventBody>

const eventId = v.pipe(Id, v.toLowerCase())
const noted = { note: v.optional(note) }
const replaced = v.optional(v.array(v.pipe(eventId, v.check(isUuid))))
const answering = { after, replaces: replaced }
const reporting = { after: v.optional(after), replaces: replaced }

/** A step of the shipment, with the member that is named like it. */
export const MilestoneInput = v.object({
  ...{ kind: v.literal('milestone'), ...reporting, ...noted, ...milestoneMembers },
  ...{ step: oneOf(milestoneSteps), on: Day, files: v.optional(FileInputs) },
})
export type MilestoneInput = v.InferOutput<typeof MilestoneInput>

/** What is wrong with the goods. */
export const ClaimInput = v.object({ kind: v.literal('claim'), ...claimMembers, files: v.optional(FileInputs) })
/** A credit for a claim, or the reason why there is none. */
export const SettleInput = v.object({
  ...{ kind: v.literal('settle'), ...answering, claim: eventId, ...settleMembers, ...noted },
})
/** A document that goes with the goods. */
export const DocumentInput = v.object({
  ...{ kind: v.literal('document'), ...reporting, ...noted, document: OrderDocument, files: FileInputs },
})

/** An event that one side adds to an order: the members of its kind. */
export const OrderEventInput = v.variant('kind', [
  v.object({ kind: v.literal('offer'), ...answering, offer: OfferInput }),
  v.object({ kind: v.literal('withdraw'), ...answering, offer: eventId }),
  v.object({ kind: v.literal('close'), ...answering, note }),
  v.object({ kind: v.literal('accept'), offer: eventId, lines: v.optional(TakenLines), ...noted }),
  v.object({ kind: v.literal('decline'), offer: eventId, ...noted }),
  v.object({ kind: v.literal('counter'), offer: eventId, ...counterMembers, ...noted }),
  v.object({ kind: v.literal('agree'), ...answering, counter: eventId }),
  v.object({ kind: v.literal('retract'), counter: eventId }),
  v.object({ kind: v.literal('cancel'), ...noted }),
  // with a text, files or both
  v.object({ kind: v.literal('message'), text: v.optional(words), files: v.optional(FileInputs) }),
  MilestoneInput,
  v.object({ kind: v.literal('correct'), ...reporting, of: eventId, note }),
  ClaimInput,
  SettleInput,
  DocumentInput,
])
export type OrderEventInput = v.InferOutput<typeof OrderEventInput>

const OfferOrId = v.union([Offer, v.string()])

/** An event as an order shows it. `seq` counts from 1 without a gap. An administrator's e-mail address is never shown. */
export const OrderEvent = v.pipe(
  v.object({
    _id: id,
    seq: int,
    kind: oneOf(eventKinds),
    /** ISO 8601, UTC, by the server's clock */
    at: text,
    by: v.fallback(
      v.object({
        name: text,
        side: v.fallback(oneOf(sides), 'buyer'),
        /** the answer came from the page of an offer link */
        via: v.optional(v.literal('link')),
      }),
      { name: '', side: 'buyer' },
    ),
    /** which offer of the order it makes, withdraws, accepts, declines or counters, from 1; only where events before it are left out */
    number: v.optional(v.pipe(v.number(), v.integer())),
    offer: v.optional(OfferOrId),
    note: v.optional(v.string()),
    text: v.optional(v.string()),
    counter: v.optional(v.string()),
    ...talkMembers,
    lines: v.fallback(
      v.optional(
        tolerantList(
          v.object({
            ...{ fishe: text, qty: number, price: v.optional(int), total: v.optional(int) },
            // of a claim
            ...{ kg: v.optional(number), lot: v.optional(v.string()), reason: optionalEnum(claimReasons) },
            note: v.optional(v.string()),
          }),
        ),
      ),
      undefined,
    ),
    /** kind `counter`: its total with the charges of the offer, and its end (ISO 8601, UTC) */
    total: v.optional(int),
    expiresAt: v.optional(v.string()),
    /** kind `agree`, and `accept` of a part: the offer as both sides have agreed on it */
    deal: v.fallback(v.optional(Offer), undefined),
    ...milestoneMembers,
    ...goodsMembers,
    /** of a message that the server has made: the paper whose file it has */
    paper: v.fallback(v.optional(v.object({ kind: oneOf(paperKinds), number: text })), undefined),
    of: v.optional(v.string()),
    files: v.optional(tolerantList(EventFile)),
  }),
  // what it is about must be there: one of another version of the server may have something else
  v.check(
    ({ kind, offer, step, lines, expiresAt, deal, claim, document }) =>
      (kind !== 'offer' || typeof offer === 'object') &&
      (kind !== 'milestone' || step !== undefined) &&
      (kind !== 'claim' || lines !== undefined) &&
      (kind !== 'settle' || claim !== undefined) &&
      (kind !== 'document' || document !== undefined) &&
      (kind !== 'counter' || (lines !== undefined && expiresAt !== undefined)) &&
      (deal !== undefined || (kind !== 'agree' && !(kind === 'accept' && lines))),
  ),
)
export type OrderEvent = v.InferOutput<typeof OrderEvent>

/** Fifty events of an order, oldest first; fewer where they are large. `earlier`: there are more before them. */
export const OrderEvents = v.object({ events: tolerantList(OrderEvent), earlier: flag })
export type OrderEvents = v.InferOutput<typeof OrderEvents>
