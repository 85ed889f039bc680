/*
 * What can be said on a request and by whom, without a schema: for the app as well.
 */

export const eventKinds = ['offer', 'withdraw', 'close', 'accept', 'decline', 'cancel', 'message'] as const
export type EventKind = (typeof eventKinds)[number]

export const sides = ['buyer', 'shop'] as const
export type Side = (typeof sides)[number]

/** Who may say what. A message comes from both. */
export const sideOf: Record<Exclude<EventKind, 'message'>, Side> = {
  offer: 'shop',
  withdraw: 'shop',
  close: 'shop',
  accept: 'buyer',
  decline: 'buyer',
  cancel: 'buyer',
}
