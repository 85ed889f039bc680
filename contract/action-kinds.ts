/** Each action of the administrators' log, and the kind of its subject. */
export const subjectOf = {
  'product-created': 'product',
  'product-changed': 'product',
  'product-picture': 'product',
  'product-deleted': 'product',
  'products-imported': 'product',
  'settings-changed': 'settings',
  'seller-changed': 'settings',
  'bank-asked': 'settings',
  'bank-confirmed': 'settings',
  'bank-withdrawn': 'settings',
  'user-changed': 'user',
  'rights-given': 'user',
  'rights-taken': 'user',
  'user-deleted': 'user',
  'reset-link-made': 'user',
  'order-offered': 'order',
  'order-withdrawn': 'order',
  'order-closed': 'order',
  'order-answered': 'order',
  'milestone-added': 'order',
  'milestone-corrected': 'order',
  'offer-link-made': 'order',
  'offer-link-revoked': 'order',
  'paper-made': 'order',
  'order-deleted': 'order',
  'order-sealed': 'order',
  'review-deleted': 'review',
  'subscriber-deleted': 'subscriber',
  'message-changed': 'message',
  'message-deleted': 'message',
  'webhook-added': 'webhook',
  'webhook-changed': 'webhook',
  'webhook-secret': 'webhook',
  'webhook-deleted': 'webhook',
} as const
export type ActionKind = keyof typeof subjectOf

export const subjectKinds = [
  ...(['product', 'settings', 'user', 'order', 'review', 'subscriber', 'message', 'webhook'] as const),
] as const
export type SubjectKind = (typeof subjectKinds)[number]
