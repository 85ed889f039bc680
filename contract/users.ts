import * as v from 'valibot'
import { given, id, text, yes } from './answer-fields.ts'
import { limits } from './limits.ts'
import { Parties } from './papers/parties.ts'
import { Rights, SomeRights } from './rights.ts'
import { filledLine, line, nonEmptyLine } from './texts/text-schemas.ts'

const name = filledLine(limits.nameLength)
const email = nonEmptyLine(limits.emailLength)
const password = v.pipe(v.string(), v.minLength(limits.passwordMin), v.maxLength(limits.passwordMax))

export const User = v.object({
  _id: id,
  name: text,
  email: text,
  /** whether `rights` has at least one */
  isAdmin: yes,
  rights: SomeRights,
  /** absent where nothing is filled in */
  parties: v.fallback(v.optional(Parties), undefined),
})
export type User = v.InferOutput<typeof User>

/** A user as administrators see it. */
export const AdminUser = v.object({
  ...User.entries,
  /** the user has opened the link that was mailed to the address */
  isConfirmed: yes,
})
export type AdminUser = v.InferOutput<typeof AdminUser>

/** The `data` of the answers to login, register and profile update: the user and the bearer token. */
export const UserWithToken = v.object({ ...User.entries, token: given })
export type UserWithToken = v.InferOutput<typeof UserWithToken>
export const UserData = v.object({ data: UserWithToken })

/** The fields of an account that is made. */
export const newAccount = {
  name,
  email,
  password,
  terms: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(1),
      v.description('the version of the terms that the person agrees to, where the shop has terms'),
    ),
  ),
}

export const RegisterInput = v.object(newAccount)
export type RegisterInput = v.InferOutput<typeof RegisterInput>

/** `username` is the e-mail address. Any text is accepted, so that an invalid address is an ordinary failed login. */
export const LoginInput = v.object({
  username: v.pipe(v.string(), v.minLength(1), v.maxLength(limits.emailLength)),
  password: v.pipe(v.string(), v.minLength(1), v.maxLength(limits.passwordMax)),
})
export type LoginInput = v.InferOutput<typeof LoginInput>

/** An empty or absent password stays unchanged, and so do absent parties. */
export const ProfileInput = v.object({
  id: v.optional(line(100)),
  name,
  email,
  password: v.optional(v.union([v.literal(''), password])),
  parties: v.optional(Parties),
})
export type ProfileInput = v.InferOutput<typeof ProfileInput>

/** `rights` are those that the user has afterwards. `isAdmin` alone means all or none of them where it changes; otherwise they stay. */
export const UserUpdate = v.object({
  _id: v.optional(line(100)),
  name,
  email,
  isAdmin: v.optional(v.boolean()),
  rights: v.optional(Rights),
})
export type UserUpdate = v.InferOutput<typeof UserUpdate>

export const ForgotInput = v.object({ email })
export type ForgotInput = v.InferOutput<typeof ForgotInput>

/** The token of a password-reset link. Without a password, the call only checks the link. */
export const ResetInput = v.object({
  token: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  password: v.optional(password),
})
export type ResetInput = v.InferOutput<typeof ResetInput>

/** The token for `#/reset/{token}`, shown only once. */
export const ResetLink = v.object({ token: given, expires_at: text })
export type ResetLink = v.InferOutput<typeof ResetLink>
