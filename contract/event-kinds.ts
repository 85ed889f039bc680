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
