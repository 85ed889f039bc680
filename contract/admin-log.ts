import { type Static, Type } from 'typebox'
import { type ActionKind, thingKinds, thingOf } from './action-kinds.ts'
import { oneOf } from './one-of.ts'

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
