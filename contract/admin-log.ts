import * as v from 'valibot'
import { id, openEnum, text, tolerantList } from './fields.ts'

/** What administrators act on, in the order of the screen. */
export const subjectKinds = [
  ...(['product', 'settings', 'user', 'key', 'order', 'review', 'subscriber', 'message', 'webhook'] as const),
] as const
export type SubjectKind = (typeof subjectKinds)[number]

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
  'password-changed': 'user',
  'account-restored': 'user',
  'reset-link-made': 'user',
  'invitation-made': 'user',
  'invitation-renewed': 'user',
  'invitation-withdrawn': 'user',
  'invitation-accepted': 'user',
  'api-key-made': 'key',
  'api-key-revoked': 'key',
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
} as const satisfies Record<string, SubjectKind>
export type ActionKind = keyof typeof subjectOf

/** A field's old and new value as text, empty if there was none. Long texts are truncated. */
const FieldChange = v.object({ field: text, from: text, to: text })
export type FieldChange = v.InferOutput<typeof FieldChange>

/** One action of an administrator. Names are those at that time. */
export const AdminAction = v.object({
  _id: id,
  at: text,
  // `subjectOf` has every kind as a key
  kind: openEnum(Object.keys(subjectOf) as ActionKind[]),
  by: v.object({ _id: text, name: text }),
  thing: v.object({ kind: openEnum(subjectKinds), _id: text, name: text }),
  changes: tolerantList(FieldChange),
})
export type AdminAction = v.InferOutput<typeof AdminAction>
