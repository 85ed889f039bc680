import * as v from 'valibot'
import { id, text, yes } from './answer-fields.ts'
import { type Endpoint, type EndpointName, endpoints } from './endpoints.ts'
import { limits } from './limits.ts'
import { type Right, Rights } from './rights.ts'
import { filledLine, line } from './texts/text-schemas.ts'

/** How every API key begins. */
export const keyPrefix = 'qs_'

/**
 * The right with which an API key may make a call. Undefined for calls that are not for keys: those of one's own account, and
 * those that change people, keys or settings or read the log.
 */
export function rightForKeys(name: EndpointName): Right | undefined {
  const { right, method }: Endpoint = endpoints[name]
  if (name === 'orderChanges') return 'orders'
  if (right === 'people') return method === 'GET' ? right : undefined
  if (right === 'shop') return name === 'shopSetup' ? right : undefined
  return right
}

const someRights = v.pipe(v.array(Rights.item), v.minLength(1), v.maxLength(4), v.metadata({ uniqueItems: true }))

/** `until`: a day, to whose end in UTC the key works, or a moment; without it, the key works until it is revoked. */
export const ApiKeyInput = v.object({
  name: filledLine(limits.nameLength),
  rights: someRights,
  readOnly: v.optional(v.boolean()),
  until: v.optional(v.pipe(line(30), v.description('ISO 8601: a day, or a moment in UTC'))),
})
export type ApiKeyInput = v.InferOutput<typeof ApiKeyInput>

/** An API key without its secret. */
export const ApiKey = v.object({
  _id: id,
  name: text,
  rights: Rights,
  readOnly: yes,
  until: v.optional(v.pipe(v.string(), v.description('ISO 8601'))),
  at: v.pipe(text, v.description('when it was made; ISO 8601')),
  by: v.optional(v.pipe(v.string(), v.description('the name of who made it, while that account exists'))),
  usedAt: v.optional(v.pipe(v.string(), v.description('when it was used last, to five minutes; ISO 8601'))),
})
export type ApiKey = v.InferOutput<typeof ApiKey>

/** A key that was just made: the only answer that has it. */
export const ApiKeyMade = v.object({ _id: id, key: text })
export type ApiKeyMade = v.InferOutput<typeof ApiKeyMade>
