import * as v from 'valibot'
import { filledText, flag, id, line, mailbox, text } from './fields.ts'
import { limits } from './limits.ts'

/** The field names of the specification's e-mail service (section 7). Line breaks are allowed in the message only. */
export const ContactInput = v.object({
  user_object: v.optional(line(limits.textLength)),
  user_name: v.optional(line(limits.nameLength)),
  user_email: mailbox,
  user_message: filledText(limits.messageLength),
})
export type ContactInput = v.InferOutput<typeof ContactInput>

export const ContactAnswer = v.object({ _id: text })

export const ContactMessage = v.object({
  _id: id,
  ...v.entriesFromList(['subject', 'name', 'email', 'message', 'created_at'], text),
  isRead: flag,
  isAnswered: flag,
})
export type ContactMessage = v.InferOutput<typeof ContactMessage>

/** Absent fields stay unchanged. An answered message also counts as read. */
export const MessageUpdate = v.object({ isRead: v.optional(v.boolean()), isAnswered: v.optional(v.boolean()) })
export type MessageUpdate = v.InferOutput<typeof MessageUpdate>

export const SubscribeInput = v.object({ email: mailbox })
/** The same answer for a new address and one that is subscribed already. */
export const SubscribeAnswer = v.object({ email: text })
export type SubscribeAnswer = v.InferOutput<typeof SubscribeAnswer>

export const Subscriber = v.object({
  _id: id,
  email: text,
  created_at: text,
  /** path of the page that unsubscribes this address, for the link in each newsletter */
  unsubscribe: text,
})
export type Subscriber = v.InferOutput<typeof Subscriber>
