import { Type } from 'typebox'

/** One of some texts. Says that it is a text, since a value of an unknown type costs an answer much more. */
export function oneOf<Text extends string>(texts: readonly Text[]) {
  return Type.Unsafe<Text>({ type: 'string', enum: [...texts] })
}
