import * as v from 'valibot'
import { oneOf } from './texts/text-schemas.ts'

/**
 * What an administrator may do: see and answer requests; the catalogue, stock and import; users, subscribers and messages;
 * settings, keys, the log and everything else. Whoever has one of them is an administrator.
 */
export const rights = ['orders', 'products', 'people', 'shop'] as const
export type Right = (typeof rights)[number]

export const Rights = v.pipe(v.array(oneOf(rights)), v.maxLength(rights.length), v.metadata({ uniqueItems: true }))
