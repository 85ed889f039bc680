import { type Static, Type } from 'typebox'
import { limits } from './limits.ts'
import { Order } from './orders.ts'
import { AdminUser } from './users.ts'

/** A session of the signed-in user. Browser and system come from the User-Agent, empty if unknown. Times: ISO 8601 or empty. */
export const OwnSession = Type.Object({
  _id: Type.String(),
  browser: Type.String(),
  system: Type.String(),
  created_at: Type.String(),
  /** accurate to a few minutes */
  last_used_at: Type.String(),
  /** the session that makes this call */
  isCurrent: Type.Boolean(),
})
export type OwnSession = Static<typeof OwnSession>

/** Whether the user's e-mail address is confirmed, and whether the shop mails links that confirm addresses. */
export const Confirmation = Type.Object({ isConfirmed: Type.Boolean(), isMailed: Type.Boolean() })
export type Confirmation = Static<typeof Confirmation>

/** Everything the shop stores about a user. Messages and newsletter are matched by the e-mail address, since it was confirmed. */
export const OwnData = Type.Object({
  account: Type.Object({
    ...AdminUser.properties,
    created_at: Type.String(),
    /** the version of the terms that the user has agreed to, and when */
    terms: Type.Optional(Type.Object({ version: Type.Integer(), at: Type.String() })),
  }),
  requests: Type.Array(Order),
  reviews: Type.Array(
    Type.Object({
      product: Type.String(),
      rating: Type.Integer(),
      comment: Type.String(),
      created_at: Type.String(),
    }),
  ),
  messages: Type.Array(
    Type.Object({
      subject: Type.String(),
      name: Type.String(),
      email: Type.String(),
      message: Type.String(),
      created_at: Type.String(),
    }),
  ),
  newsletter: Type.Array(Type.Object({ email: Type.String(), created_at: Type.String() })),
  sessions: Type.Array(OwnSession),
})
export type OwnData = Static<typeof OwnData>

/** The account's password: an unattended screen must not be enough to delete it. */
export const DeleteAccountInput = Type.Object({
  password: Type.String({ minLength: 1, maxLength: limits.passwordMax }),
})
export type DeleteAccountInput = Static<typeof DeleteAccountInput>
