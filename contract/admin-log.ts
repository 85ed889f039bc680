import * as v from 'valibot'
import { id, openEnum, text, tolerantList } from './fields.ts'

/** What administrators act on, in the order of the screen, and the actions that the log has of each. */
export const actionKinds = {
  product: ['product-created', 'product-changed', 'product-picture', 'product-deleted', 'products-imported'],
  lot: ['lot-created', 'lot-changed', 'lot-deleted'],
  settings: ['settings-changed', 'seller-changed', 'bank-asked', 'bank-confirmed', 'bank-withdrawn'],
  user: [
    ...(['user-changed', 'rights-given', 'rights-taken', 'user-deleted', 'password-changed'] as const),
    ...(['account-restored', 'reset-link-made'] as const),
    ...(['invitation-made', 'invitation-renewed', 'invitation-withdrawn', 'invitation-accepted'] as const),
  ],
  key: ['api-key-made', 'api-key-revoked'],
  order: [
    ...(['order-offered', 'order-agreed', 'order-withdrawn', 'order-closed', 'order-answered'] as const),
    ...(['milestone-added', 'milestone-corrected', 'offer-link-made', 'offer-link-revoked'] as const),
    ...(['claim-settled', 'document-added', 'paper-made', 'order-deleted', 'order-sealed'] as const),
  ],
  review: ['review-deleted'],
  subscriber: ['subscriber-deleted'],
  message: ['message-changed', 'message-deleted'],
  webhook: ['webhook-added', 'webhook-changed', 'webhook-secret', 'webhook-deleted'],
} as const
export type SubjectKind = keyof typeof actionKinds
export type ActionKind = (typeof actionKinds)[SubjectKind][number]
// the keys are those of the table
export const subjectKinds = Object.keys(actionKinds) as SubjectKind[]
/** A field's old and new value as text, empty if there was none. Long texts are truncated. */
const FieldChange = v.object({ field: text, from: text, to: text })
export type FieldChange = v.InferOutput<typeof FieldChange>

/** One action of an administrator. Names are those at that time. */
export const AdminAction = v.object({
  _id: id,
  at: text,
  kind: openEnum<ActionKind>(Object.values(actionKinds).flat()),
  by: v.object({ _id: text, name: text }),
  thing: v.object({ kind: openEnum(subjectKinds), _id: text, name: text }),
  changes: tolerantList(FieldChange),
})
export type AdminAction = v.InferOutput<typeof AdminAction>
