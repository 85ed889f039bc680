import { type Static, Type } from 'typebox'
import { oneOf } from './one-of.ts'

/** What administrators do, and the kind of thing they do it to. */
export const thingOf = {
  'product-created': 'product',
  'product-changed': 'product',
  'product-picture': 'product',
  'product-deleted': 'product',
  'products-imported': 'product',
  'settings-changed': 'settings',
  'user-changed': 'user',
  'rights-given': 'user',
  'rights-taken': 'user',
  'user-deleted': 'user',
  'reset-link-made': 'user',
  'order-offered': 'order',
  'order-withdrawn': 'order',
  'order-closed': 'order',
  'order-answered': 'order',
  'order-deleted': 'order',
  'review-deleted': 'review',
  'subscriber-deleted': 'subscriber',
  'message-changed': 'message',
  'message-deleted': 'message',
} as const
export type ActionKind = keyof typeof thingOf

export const thingKinds = ['product', 'settings', 'user', 'order', 'review', 'subscriber', 'message'] as const
export type ThingKind = (typeof thingKinds)[number]

/** A field before and after, as text; empty where it had no value. A long text is cut. */
const FieldChange = Type.Object({ field: Type.String(), from: Type.String(), to: Type.String() })
export type FieldChange = Static<typeof FieldChange>

/** One thing that an administrator did. Names are as they were then. */
export const AdminAction = Type.Object({
  _id: Type.String(),
  at: Type.String(),
  // the table names every kind
  kind: oneOf(Object.keys(thingOf) as ActionKind[]),
  by: Type.Object({ _id: Type.String(), name: Type.String() }),
  thing: Type.Object({ kind: oneOf(thingKinds), _id: Type.String(), name: Type.String() }),
  changes: Type.Array(FieldChange),
})
export type AdminAction = Static<typeof AdminAction>
