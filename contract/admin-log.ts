import { type Static, Type } from 'typebox'
import { type ActionKind, subjectKinds, subjectOf } from './action-kinds.ts'
import { oneOf } from './texts/text-schemas.ts'

/** A field's old and new value as text, empty if there was none. Long texts are truncated. */
const FieldChange = Type.Object({ field: Type.String(), from: Type.String(), to: Type.String() })
export type FieldChange = Static<typeof FieldChange>

/** One action of an administrator. Names are those at that time. */
export const AdminAction = Type.Object({
  _id: Type.String(),
  at: Type.String(),
  // `subjectOf` has every kind as a key
  kind: oneOf(Object.keys(subjectOf) as ActionKind[]),
  by: Type.Object({ _id: Type.String(), name: Type.String() }),
  thing: Type.Object({ kind: oneOf(subjectKinds), _id: Type.String(), name: Type.String() }),
  changes: Type.Array(FieldChange),
})
export type AdminAction = Static<typeof AdminAction>
