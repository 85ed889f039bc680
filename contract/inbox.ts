import { type Static, Type } from 'typebox'
import { limits } from './limits.ts'
import { filledText, line } from './texts/text-schemas.ts'

/** The field names of the specification's e-mail service (section 7). Line breaks are allowed in the message only. */
export const ContactInput = Type.Object({
  user_object: Type.Optional(line(limits.textLength)),
  user_name: Type.Optional(line(limits.nameLength)),
  user_email: line(limits.emailLength, { minLength: 1 }),
  user_message: filledText(limits.messageLength),
})
export type ContactInput = Static<typeof ContactInput>

export const ContactAnswer = Type.Object({ _id: Type.String() })
export type ContactAnswer = Static<typeof ContactAnswer>

/** A message as administrators see it. */
export const ContactMessage = Type.Object({
  _id: Type.String(),
  subject: Type.String(),
  name: Type.String(),
  email: Type.String(),
  message: Type.String(),
  created_at: Type.String(),
  isRead: Type.Boolean(),
  isAnswered: Type.Boolean(),
})
export type ContactMessage = Static<typeof ContactMessage>

/** Absent fields stay unchanged. An answered message also counts as read. */
export const MessageUpdate = Type.Object({
  isRead: Type.Optional(Type.Boolean()),
  isAnswered: Type.Optional(Type.Boolean()),
})
export type MessageUpdate = Static<typeof MessageUpdate>

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
