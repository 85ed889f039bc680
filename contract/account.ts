import * as v from 'valibot'
import { id, rows, text, whole, yes } from './answer-fields.ts'
import { limits } from './limits.ts'
import { Order } from './orders.ts'
import { Rights } from './rights.ts'
import { AdminUser } from './users.ts'

/** A session of the signed-in user. Browser and system come from the User-Agent, empty if unknown. Times: ISO 8601 or empty. */
export const OwnSession = v.object({
  _id: id,
  browser: text,
  system: text,
  created_at: text,
  /** accurate to a few minutes */
  last_used_at: text,
  /** the session that makes this call */
  isCurrent: yes,
})
export type OwnSession = v.InferOutput<typeof OwnSession>

/** Whether the user's e-mail address is confirmed, and whether the shop mails links that confirm addresses. */
export const Confirmation = v.object({ isConfirmed: v.boolean(), isMailed: yes })
export type Confirmation = v.InferOutput<typeof Confirmation>

/** Everything the shop stores about a user. Messages and newsletter are matched by the e-mail address, since it was confirmed; invitations once it is. */
export const OwnData = v.object({
  account: v.object({
    ...AdminUser.entries,
    created_at: text,
    /** the version of the terms that the user has agreed to, and when */
    terms: v.optional(v.object({ version: whole, at: text })),
  }),
  requests: rows(Order),
  reviews: rows(
    v.object({
      product: text,
      rating: whole,
      comment: text,
      created_at: text,
    }),
  ),
  messages: rows(
    v.object({
      subject: text,
      name: text,
      email: text,
      message: text,
      created_at: text,
    }),
  ),
  newsletter: rows(v.object({ email: text, created_at: text })),
  invitations: rows(v.object({ email: text, rights: Rights, created_at: text })),
  sessions: rows(OwnSession),
})
export type OwnData = v.InferOutput<typeof OwnData>

/** The account's password: an unattended screen must not be enough to delete or take over the account. */
export const PasswordInput = v.object({
  password: v.pipe(v.string(), v.minLength(1), v.maxLength(limits.passwordMax)),
})
export type PasswordInput = v.InferOutput<typeof PasswordInput>
