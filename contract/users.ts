import { type Static, Type } from 'typebox'
import { limits } from './limits.ts'
import { Parties } from './papers/parties.ts'
import { Rights } from './rights.ts'
import { filledLine, line } from './texts/text-schemas.ts'

const name = filledLine(limits.nameLength)
const email = line(limits.emailLength, { minLength: 1 })
const password = Type.String({ minLength: limits.passwordMin, maxLength: limits.passwordMax })

export const User = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  /** whether `rights` has at least one */
  isAdmin: Type.Boolean(),
  rights: Rights,
  /** absent where nothing is filled in */
  parties: Type.Optional(Parties),
})
export type User = Static<typeof User>

/** A user as administrators see it. */
export const AdminUser = Type.Object({
  ...User.properties,
  /** the user has opened the link that was mailed to the address */
  isConfirmed: Type.Boolean(),
})
export type AdminUser = Static<typeof AdminUser>

/** The `data` of the answers to login, register and profile update: the user and the bearer token. */
export const UserWithToken = Type.Object({ ...User.properties, token: Type.String() })
export type UserWithToken = Static<typeof UserWithToken>
export const UserData = Type.Object({ data: UserWithToken })

export const RegisterInput = Type.Object({
  name,
  email,
  password,
  terms: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'the version of the terms that the person agrees to, where the shop has terms',
    }),
  ),
})
export type RegisterInput = Static<typeof RegisterInput>

/** `username` is the e-mail address. Any text is accepted, so that an invalid address is an ordinary failed login. */
export const LoginInput = Type.Object({
  username: Type.String({ minLength: 1, maxLength: limits.emailLength }),
  password: Type.String({ minLength: 1, maxLength: limits.passwordMax }),
})
export type LoginInput = Static<typeof LoginInput>

/** An empty or absent password stays unchanged, and so do absent parties. */
export const ProfileInput = Type.Object({
  id: Type.Optional(line(100)),
  name,
  email,
  password: Type.Optional(Type.Union([Type.Literal(''), password])),
  parties: Type.Optional(Parties),
})
export type ProfileInput = Static<typeof ProfileInput>

/** `rights` are those that the user has afterwards. `isAdmin` alone means all or none of them where it changes; otherwise they stay. */
export const UserUpdate = Type.Object({
  _id: Type.Optional(line(100)),
  name,
  email,
  isAdmin: Type.Optional(Type.Boolean()),
  rights: Type.Optional(Rights),
})
export type UserUpdate = Static<typeof UserUpdate>

export const ForgotInput = Type.Object({ email })
export type ForgotInput = Static<typeof ForgotInput>

/** The token of a password-reset link. Without a password, the call only checks the link. */
export const ResetInput = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 100 }),
  password: Type.Optional(password),
})
export type ResetInput = Static<typeof ResetInput>

/** The token for `#/reset/{token}`, shown only once. */
export const ResetLink = Type.Object({ token: Type.String(), expires_at: Type.String() })
export type ResetLink = Static<typeof ResetLink>
