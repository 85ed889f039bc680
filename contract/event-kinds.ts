/* Kinds of events on an order. */

/** The kinds of events that decide the state of an order. */
const decisionKinds = ['offer', 'withdraw', 'close', 'accept', 'decline', 'cancel'] as const
type DecisionKind = (typeof decisionKinds)[number]

/** `milestone` and `correct`: a step of the shipment, and that such a report counts no longer. */
export const eventKinds = [...decisionKinds, 'message', 'milestone', 'correct'] as const
export type EventKind = (typeof eventKinds)[number]

/** Whether an event of this kind decides the state. Messages and milestones change none. */
export function isDecision(kind: EventKind): kind is DecisionKind {
  return decisionKinds.some((each) => each === kind)
}

export const sides = ['buyer', 'shop'] as const
export type Side = (typeof sides)[number]

/** The side that may decide in each way. */
export const sideOf: Record<DecisionKind, Side> = {
  offer: 'shop',
  withdraw: 'shop',
  close: 'shop',
  accept: 'buyer',
  decline: 'buyer',
  cancel: 'buyer',
}
