import * as v from 'valibot'
import { rows } from './answer-fields.ts'
import { oneOf } from './texts/text-schemas.ts'

/**
 * What an administrator may do: see and answer requests; the catalogue, stock and import; users, subscribers and messages;
 * settings, keys, the log and everything else. Whoever has one of them is an administrator.
 */
export const rights = ['orders', 'products', 'people', 'shop'] as const
export type Right = (typeof rights)[number]

export const Rights = v.pipe(v.array(oneOf(rights)), v.maxLength(rights.length), v.metadata({ uniqueItems: true }))

/** The rights in an answer, without those that this version of the app does not know. */
export const SomeRights = v.fallback(rows(oneOf(rights)), [])

interface Holder {
  isAdmin: boolean
  /** of another server's administrator: not known */
  rights?: readonly Right[]
}

/** Whether somebody has a right. An administrator whose rights are not known has all until the server says otherwise. */
export function hasRight(holder: Holder | undefined, right: Right): boolean {
  return holder?.rights?.includes(right) ?? holder?.isAdmin === true
}
