import type * as v from 'valibot'
import type { Right } from './accounts.ts'
import { accountsCalls } from './calls/account-calls.ts'
import type { Call } from './calls/call.ts'
import { catalogueCalls } from './calls/catalogue-calls.ts'
import { ordersCalls } from './calls/order-calls.ts'
import { shopCalls } from './calls/shop-calls.ts'

export type { Access, Call } from './calls/call.ts'
/** Every call by name: routes, OpenAPI, the app's client and the test of rights come from it. The app's build has only what its client reads. */
export const calls = { ...catalogueCalls, ...accountsCalls, ...ordersCalls, ...shopCalls }
export type Calls = typeof calls
export type CallName = keyof Calls
/** The row of a call, as the tables' common type. */
export const callOf = (name: CallName): Call => calls[name]

/** The names of the parameters in a path: `id` and `review` of `/fishes/:id/reviews/:review/`. */
type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** The names of the parameters of a call; `never` where its path has none. */
export type ParamsOf<N extends CallName> = NamesIn<Calls[N]['path']>

/** A multipart form. Declared here because the contract compiles without the types of the browser and of Node. */
interface MultipartBody {
  append(name: string, value: string): void
}

/** The query that a client sends; undefined where a call has none. */
export type QueryOf<N extends CallName> = Calls[N] extends { query: infer Q extends v.GenericSchema }
  ? v.InferInput<Q> & object
  : undefined

/** The body that a client sends; undefined where a call has none. */
export type BodyOf<N extends CallName> = Calls[N] extends { accepts: readonly ['multipart'] }
  ? MultipartBody
  : Calls[N] extends { body: infer B extends v.GenericSchema }
    ? v.InferInput<B>
    : undefined

/** The right with which an API key may make a call; undefined for one's own account, and for people, keys, settings and the log. */
export function rightForKeys(name: CallName): Right | undefined {
  const { right, method, keys } = callOf(name)
  if (keys || right === 'shop') return keys
  return right === 'people' && method !== 'GET' ? undefined : right
}
