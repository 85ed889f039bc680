import { type Static, Type } from 'typebox'
import { limits } from './limits.ts'
import { line } from './texts/text-schemas.ts'

export const SubscribeInput = Type.Object({ email: line(limits.emailLength, { minLength: 1 }) })
export type SubscribeInput = Static<typeof SubscribeInput>

/** The same answer for a new address and one that is subscribed already. */
export const SubscribeAnswer = Type.Object({ email: Type.String() })
export type SubscribeAnswer = Static<typeof SubscribeAnswer>

export const Subscriber = Type.Object({
  _id: Type.String(),
  email: Type.String(),
  created_at: Type.String(),
  /** path of the page that unsubscribes this address, for the link in each newsletter */
  unsubscribe: Type.String(),
})
export type Subscriber = Static<typeof Subscriber>
