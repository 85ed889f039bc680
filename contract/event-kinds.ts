/*
 * Kinds of events on an order. Without schemas, so that the app can import them without TypeBox.
 */

export const eventKinds = ['offer', 'withdraw', 'close', 'accept', 'decline', 'cancel', 'message'] as const
export type EventKind = (typeof eventKinds)[number]

export const sides = ['buyer', 'shop'] as const
export type Side = (typeof sides)[number]

/** The side that may add each kind of event. Both may send messages. */
export const sideOf: Record<Exclude<EventKind, 'message'>, Side> = {
  offer: 'shop',
  withdraw: 'shop',
  close: 'shop',
  accept: 'buyer',
  decline: 'buyer',
  cancel: 'buyer',
}
