import { type Static, Type } from 'typebox'
import { limits } from './limits.ts'
import { Order } from './orders.ts'
import { AdminUser } from './users.ts'

/** A session of one's own. Browser and system as the device names itself, empty where unknown; times as ISO 8601 or empty. */
export const OwnSession = Type.Object({
  _id: Type.String(),
  browser: Type.String(),
  system: Type.String(),
  created_at: Type.String(),
  /** to some minutes */
  last_used_at: Type.String(),
  /** the one that asks */
  isCurrent: Type.Boolean(),
})
export type OwnSession = Static<typeof OwnSession>

/** All that the shop has stored about somebody. Messages and newsletter are found by a confirmed e-mail address alone. */
export const OwnData = Type.Object({
  account: Type.Object({ ...AdminUser.properties, created_at: Type.String() }),
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

/** The password of the account, so that an open screen is not enough to delete it. */
export const DeleteAccountInput = Type.Object({
  password: Type.String({ minLength: 1, maxLength: limits.passwordMax }),
})
export type DeleteAccountInput = Static<typeof DeleteAccountInput>
