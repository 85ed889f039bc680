import { type Static, Type } from 'typebox'
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

const someRights = Type.Array(Rights.items, { minItems: 1, maxItems: 4, uniqueItems: true })

/** `until`: a day, to whose end in UTC the key works, or a moment; without it, the key works until it is revoked. */
export const ApiKeyInput = Type.Object({
  name: filledLine(limits.nameLength),
  rights: someRights,
  readOnly: Type.Optional(Type.Boolean()),
  until: Type.Optional(line(30, { description: 'ISO 8601: a day, or a moment in UTC' })),
})
export type ApiKeyInput = Static<typeof ApiKeyInput>

/** An API key without its secret. */
export const ApiKey = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  rights: Rights,
  readOnly: Type.Boolean(),
  until: Type.Optional(Type.String({ description: 'ISO 8601' })),
  at: Type.String({ description: 'when it was made; ISO 8601' }),
  by: Type.Optional(Type.String({ description: 'the name of who made it, while that account exists' })),
  usedAt: Type.Optional(Type.String({ description: 'when it was used last, to five minutes; ISO 8601' })),
})
export type ApiKey = Static<typeof ApiKey>

/** A key that was just made: the only answer that has it. */
export const ApiKeyMade = Type.Object({ _id: Type.String(), key: Type.String() })
export type ApiKeyMade = Static<typeof ApiKeyMade>
