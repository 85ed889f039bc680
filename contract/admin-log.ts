import * as v from 'valibot'
import { type ActionKind, subjectKinds, subjectOf } from './action-kinds.ts'
import { id, knownOrOther, rows, text } from './answer-fields.ts'

/** A field's old and new value as text, empty if there was none. Long texts are truncated. */
const FieldChange = v.object({ field: text, from: text, to: text })
export type FieldChange = v.InferOutput<typeof FieldChange>

/** One action of an administrator. Names are those at that time. */
export const AdminAction = v.object({
  _id: id,
  at: text,
  // `subjectOf` has every kind as a key
  kind: knownOrOther(Object.keys(subjectOf) as ActionKind[]),
  by: v.object({ _id: text, name: text }),
  thing: v.object({ kind: knownOrOther(subjectKinds), _id: text, name: text }),
  changes: rows(FieldChange),
})
export type AdminAction = v.InferOutput<typeof AdminAction>
