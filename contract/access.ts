import * as v from 'valibot'
import { given, text, yes } from './answer-fields.ts'
import { limits } from './limits.ts'
import { locales } from './locales.ts'
import { Rights, SomeRights } from './rights.ts'
import { filledLine, line, oneOf } from './texts/text-schemas.ts'
import { newAccount } from './users.ts'

/** How every API key begins. */
export const keyPrefix = 'qs_'

const someRights = v.pipe(Rights, v.minLength(1))

/** `until`: a day, to whose end in UTC the key works, or a moment; without it, the key works until it is revoked. */
export const ApiKeyInput = v.object({
  name: filledLine(limits.nameLength),
  rights: someRights,
  readOnly: v.optional(v.boolean()),
  until: v.optional(v.pipe(line(30), v.description('ISO 8601: a day, or a moment in UTC'))),
})
export type ApiKeyInput = v.InferOutput<typeof ApiKeyInput>

/** An API key without its secret. */
export const ApiKey = v.object({
  _id: text,
  name: text,
  rights: SomeRights,
  readOnly: yes,
  until: v.optional(v.pipe(v.string(), v.description('ISO 8601'))),
  at: v.pipe(text, v.description('when it was made; ISO 8601')),
  by: v.optional(v.pipe(v.string(), v.description('the name of who made it, while that account exists'))),
  usedAt: v.optional(v.pipe(v.string(), v.description('when it was used last, to five minutes; ISO 8601'))),
})
export type ApiKey = v.InferOutput<typeof ApiKey>

/** A key that was just made: the only answer that has it. */
export const ApiKeyMade = v.object({ _id: text, key: given })
export type ApiKeyMade = v.InferOutput<typeof ApiKeyMade>

/** Without `email` no mail is sent, and the inviter passes the link on; `language` is that of the mail. */
export const InvitationInput = v.object({
  email: v.optional(newAccount.email),
  rights: someRights,
  language: v.optional(oneOf(locales)),
})
export type InvitationInput = v.InferOutput<typeof InvitationInput>

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
  url: v.pipe(given, v.description('absolute where the server has PUBLIC_URL, else `/#/invitation/{token}`')),
  until,
  isMailed: v.pipe(yes, v.description('whether a mail with a link of its own is on its way')),
})
export type InvitationMade = v.InferOutput<typeof InvitationMade>

const token = v.pipe(v.string(), v.minLength(1), v.maxLength(100))
export const InvitationToken = v.object({ token })
export type InvitationToken = v.InferOutput<typeof InvitationToken>

/** What an invitation offers, as its link shows it. */
export const InvitationSeen = v.object({
  email: v.optional(v.string()),
  rights: v.pipe(SomeRights, v.nonEmpty()),
  until,
  hasAccount: v.pipe(yes, v.description('there is an account with this address: log in and join')),
})
export type InvitationSeen = v.InferOutput<typeof InvitationSeen>

/** `email` only where the invitation has none. */
export const InvitationAcceptance = v.object({
  token,
  name: newAccount.name,
  email: v.optional(newAccount.email),
  password: newAccount.password,
  terms: newAccount.terms,
})
export type InvitationAcceptance = v.InferOutput<typeof InvitationAcceptance>
