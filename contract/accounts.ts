import * as v from 'valibot'
import { mailbox as email, filledLine, flag, id, int, line, oneOf, required, text, tolerantList } from './fields.ts'
import { limits } from './limits.ts'
import { locales } from './locales.ts'
import { Order, ShippingAddress } from './orders.ts'
import { Parties } from './papers/parties.ts'

/** What an administrator may do; whoever has one of these is an administrator. `shop` is settings, keys, the log and everything else. */
export const rights = ['orders', 'products', 'people', 'shop'] as const
export type Right = (typeof rights)[number]
export const Rights = v.pipe(v.array(oneOf(rights)), v.maxLength(rights.length), v.metadata({ uniqueItems: true }))
/** The rights in an answer, without those that this version of the app does not know. */
export const SomeRights = v.fallback(tolerantList(oneOf(rights)), [])

interface Holder {
  isAdmin: boolean
  /** of another server's administrator: not known */
  rights?: readonly Right[]
}

/** Whether somebody has a right. An administrator whose rights are not known has all until the server says otherwise. */
export const hasRight = (holder: Holder | undefined, right: Right) =>
  holder?.rights?.includes(right) ?? holder?.isAdmin === true

const name = filledLine(limits.nameLength)
/** Typed to prove who one is, whatever rules it was made by. */
const typedPassword = v.pipe(v.string(), v.minLength(1), v.maxLength(limits.passwordMax))
/** Of a link. */
const token = v.pipe(v.string(), v.minLength(1), v.maxLength(100))
const password = v.pipe(v.string(), v.minLength(limits.passwordMin), v.maxLength(limits.passwordMax))

/** An address of an account's address book. */
export const SavedAddress = v.object({
  label: filledLine(limits.nameLength),
  ...v.omit(ShippingAddress, ['phone']).entries,
})
export type SavedAddress = v.InferOutput<typeof SavedAddress>

/** A change of an address book: a new address has no `before`, and one that is removed no `after`. */
export const AddressChange = v.object({ before: v.optional(SavedAddress), after: v.optional(SavedAddress) })
export type AddressChange = v.InferOutput<typeof AddressChange>

const isAddress = (one: SavedAddress | undefined) => (other: SavedAddress) =>
  (['label', 'address', 'city', 'postalCode', 'country'] as const).every((name) => one?.[name] === other[name])

/** An address book after a change. Made twice, it is the same, and the changes of another device stay. */
export function changedBook(book: readonly SavedAddress[], { before, after }: AddressChange): SavedAddress[] {
  const at = book.findIndex(isAddress(before))
  const others = book.filter((_, index) => index !== at)
  const put = after && !others.some(isAddress(after)) ? [after] : []
  return others.toSpliced(at < 0 ? others.length : at, 0, ...put)
}

export const User = v.object({
  _id: id,
  name: text,
  email: text,
  /** whether `rights` has at least one */
  isAdmin: flag,
  rights: SomeRights,
  /** absent where nothing is filled in */
  parties: v.fallback(v.optional(Parties), undefined),
  /** with one's own account; absent where there are none */
  addresses: v.fallback(v.optional(tolerantList(SavedAddress)), undefined),
})
export type User = v.InferOutput<typeof User>

export const AdminUser = v.object({
  ...v.omit(User, ['addresses']).entries,
  /** the user has opened the link that was mailed to the address */
  isConfirmed: flag,
})
export type AdminUser = v.InferOutput<typeof AdminUser>

/** The `data` of the answers to login, register and profile update: the user and the bearer token. */
export const UserWithToken = v.object({ ...User.entries, token: required })
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

/** `username` is the e-mail address. Any text is accepted, so that an invalid address is an ordinary failed login. */
export const LoginInput = v.object({
  username: v.pipe(v.string(), v.minLength(1), v.maxLength(limits.emailLength)),
  password: typedPassword,
})

/** An empty or absent password stays unchanged, and so do absent parties. */
export const ProfileInput = v.object({
  id: v.optional(line(100)),
  name,
  email,
  password: v.optional(v.union([v.literal(''), password])),
  parties: v.optional(Parties),
})

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
/** The token of a password-reset link. Without a password, the call only checks the link. */
export const ResetInput = v.object({ token, password: v.optional(password) })
/** The token for `#/reset/{token}`, shown only once. */
export const ResetLink = v.object({ token: required, expires_at: text })

export const keyPrefix = 'qs_'
const someRights = v.pipe(Rights, v.minLength(1))

/** `until`: a day, to whose end in UTC the key works, or a moment; without it, the key works until it is revoked. */
export const ApiKeyInput = v.object({
  name: filledLine(limits.nameLength),
  rights: someRights,
  readOnly: v.optional(v.boolean()),
  until: v.optional(v.pipe(line(30), v.description('ISO 8601: a day, or a moment in UTC'))),
})

/** An API key without its secret. */
export const ApiKey = v.object({
  _id: text,
  name: text,
  rights: SomeRights,
  readOnly: flag,
  until: v.optional(v.pipe(v.string(), v.description('ISO 8601'))),
  at: v.pipe(text, v.description('when it was made; ISO 8601')),
  by: v.optional(v.pipe(v.string(), v.description('the name of who made it, while that account exists'))),
  usedAt: v.optional(v.pipe(v.string(), v.description('when it was used last, to five minutes; ISO 8601'))),
})
export type ApiKey = v.InferOutput<typeof ApiKey>

/** A key that was just made: the only answer that has it. */
export const ApiKeyMade = v.object({ _id: text, key: required })

/** Without `email` no mail is sent, and the inviter passes the link on; `language` is that of the mail. */
export const InvitationInput = v.object({
  email: v.optional(newAccount.email),
  rights: someRights,
  language: v.optional(oneOf(locales)),
})

const until = v.pipe(text, v.description('the last moment at which it can be accepted; ISO 8601'))

/** An open invitation: neither accepted nor withdrawn. It may have expired. */
export const Invitation = v.object({
  _id: text,
  email: v.optional(v.string()),
  rights: SomeRights,
  at: v.pipe(text, v.description('when it was made or renewed; ISO 8601')),
  until,
  by: v.optional(v.pipe(v.string(), v.description('the name of who made it, while that account exists'))),
})
export type Invitation = v.InferOutput<typeof Invitation>

/** An invitation that was just made or renewed: the only answer that has its address. */
export const InvitationMade = v.object({
  _id: text,
  url: v.pipe(required, v.description('absolute where the server has PUBLIC_URL, else `/#/invitation/{token}`')),
  until,
  isMailed: v.pipe(flag, v.description('whether a mail with a link of its own is on its way')),
})
export type InvitationMade = v.InferOutput<typeof InvitationMade>

export const InvitationToken = v.object({ token })

/** What an invitation offers, as its link shows it. */
export const InvitationSeen = v.object({
  email: v.optional(v.string()),
  rights: v.pipe(SomeRights, v.nonEmpty()),
  until,
  hasAccount: v.pipe(flag, v.description('there is an account with this address: log in and join')),
})
export type InvitationSeen = v.InferOutput<typeof InvitationSeen>

/** `email` only where the invitation has none. */
export const InvitationAcceptance = v.object(
  v.entriesFromObjects([v.object(newAccount), v.object({ token, email: v.optional(email) })]),
)

/** A session of the signed-in user. Browser and system come from the User-Agent, empty if unknown. Times: ISO 8601 or empty. */
export const OwnSession = v.object({
  _id: id,
  browser: text,
  system: text,
  created_at: text,
  /** accurate to a few minutes */
  last_used_at: text,
  /** the session that makes this call */
  isCurrent: flag,
})
export type OwnSession = v.InferOutput<typeof OwnSession>

/** The address book of the user with this id. */
export const AddressBook = v.object({ _id: text, addresses: tolerantList(SavedAddress) })

/** Whether the user's e-mail address is confirmed, and whether the shop mails links that confirm addresses. */
export const Confirmation = v.object({ isConfirmed: v.boolean(), isMailed: flag })
export type Confirmation = v.InferOutput<typeof Confirmation>

/** Everything the shop stores about a user. Messages and newsletter are matched by the e-mail address, since it was confirmed; invitations once it is. */
export const OwnData = v.object({
  account: v.object({
    ...AdminUser.entries,
    addresses: User.entries.addresses,
    created_at: text,
    /** the version of the terms that the user has agreed to, and when */
    terms: v.optional(v.object({ version: int, at: text })),
  }),
  requests: tolerantList(Order),
  reviews: tolerantList(v.object({ product: text, rating: int, comment: text, created_at: text })),
  messages: tolerantList(v.object({ subject: text, name: text, email: text, message: text, created_at: text })),
  newsletter: tolerantList(v.object({ email: text, created_at: text })),
  invitations: tolerantList(v.object({ email: text, rights: Rights, created_at: text })),
  stockAlerts: v.fallback(tolerantList(v.object({ product: text, created_at: text })), []),
  sessions: tolerantList(OwnSession),
})
export type OwnData = v.InferOutput<typeof OwnData>

/** The account's password: an unattended screen must not be enough to delete or take over the account. */
export const PasswordInput = v.object({ password: typedPassword })
