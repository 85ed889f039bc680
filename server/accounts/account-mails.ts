import { type Locale, toLocale } from '../../contract/locales.ts'
import { type SendRound, sendMails } from '../outgoing/send-due.ts'
import { greeting, mailboxOf } from '../outgoing/stranger-mails.ts'
import { insertMail } from '../outgoing/waiting-mails-table.ts'
import { isoNow } from '../platform/clock.ts'
import type { Handle } from '../platform/db/handle.ts'
import type { AccountMailRow } from '../platform/db/outgoing-rows.ts'
import type { AccountRow } from '../platform/db/schema.ts'
import { limitHit, limitMails } from '../platform/rate-limits.ts'
import { wasRefused } from '../platform/refusal.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { type LinkKind, makeInvitationLink, makeLink, makeRestoreLink, noteChange } from './account-links.ts'
import { accountMailTexts } from './account-mail-texts.ts'
import { findInvitation } from './invitations-table.ts'
import { findUser, findUserByEmail, listAddressesWithRight, mayGive, rightsOf } from './users-table.ts'

/** Attempts before a mail is dropped: two hours for a reset, two and a half days for the others. */
const mostAttempts: Record<AccountMailRow['kind'], number> = {
  reset: 8,
  confirm: 16,
  webhook: 16,
  invitation: 16,
  restore: 16,
}

/**
 * Queues a mail with a link, in the caller's transaction. The account is looked up when the mail is sent, so that this takes
 * the same time for an unknown address.
 */
export async function mailLink(
  deps: ServiceDeps,
  tx: Handle,
  { kind, email, language }: { kind: MailedLink; email: string; language: Locale },
): Promise<void> {
  await insertMail(deps, tx, { table: 'account_mail', mail: { ...none, kind, email, language } })
}
type MailedLink = Exclude<LinkKind, 'restore'>
const none = { invitation_id: null, link_hash: null }

/**
 * Queues a mail to the address that an account has had until now, in the transaction that changes address or password: with a way back for seven
 * days. An address that is not confirmed may be a stranger's: it gets three a day, of an account and in all. Refuses with `mails-used-up` rather than
 * change an account in silence.
 */
export async function mailChange(
  deps: ServiceDeps,
  tx: Handle,
  { account, language }: { account: AccountRow; language: Locale },
): Promise<void> {
  if (!deps.orderMails) return
  const { id, email, confirmed_at, rights } = account
  if (confirmed_at === null && rights === '') {
    // the former address got a mail
    if (await wasRefused(limitHit(deps, { kind: 'changeMail', who: id }, tx))) return
    await limitMails(() => limitHit(deps, { kind: 'changeMail', who: mailboxOf(email) }, tx))
  }
  const mail = { ...none, kind: 'restore', email, language, link_hash: await noteChange(deps, tx, account) } as const
  await insertMail(deps, tx, { table: 'account_mail', mail })
}

/** Queues a mail to everybody with the right `shop` that a webhook was paused, in the caller's transaction. */
export async function mailWebhookPaused(deps: ServiceDeps, tx: Handle): Promise<void> {
  if (!deps.orderMails) return
  const mail = { ...none, kind: 'webhook', language: deps.deskLanguage } as const
  for (const email of await listAddressesWithRight(tx, 'shop'))
    await insertMail(deps, tx, { table: 'account_mail', mail: { ...mail, email } })
}

/** Queues the mail of an invitation to an address, in the caller's transaction. Its link is made when it is sent. */
export async function mailInvitation(
  deps: ServiceDeps,
  tx: Handle,
  { id: invitation_id, email, language }: { id: string; email: string; language: string },
): Promise<void> {
  await insertMail(deps, tx, {
    table: 'account_mail',
    mail: { ...none, kind: 'invitation', email, language, invitation_id },
  })
}

const pathOf: Record<LinkKind, (token: string) => string> = {
  reset: (token) => `/#/reset/${token}`,
  confirm: (token) => `/api/users/confirm/${token}`,
  restore: (token) => `/#/reset/${token}`,
}

/** The path that a mail leads to, and whom it greets; undefined if it is no longer to be sent. */
async function readMail(
  deps: ServiceDeps,
  mail: AccountMailRow,
): Promise<{ path: string; to?: AccountRow } | undefined> {
  const { kind, email, invitation_id: id } = mail
  if (kind === 'invitation') {
    const invitation = id === null ? undefined : await findInvitation(deps.db, id)
    if (!invitation || invitation.ended_at !== null || invitation.until <= isoNow(deps.clock)) return undefined
    const maker = invitation.created_by === null ? undefined : await findUser(deps.db, invitation.created_by)
    // its link would be refused
    if (!maker || !mayGive(rightsOf(maker), rightsOf(invitation))) return undefined
    const token = await makeInvitationLink(deps.db, { invitation, isMailed: true })
    return { path: `/#/invitation/${token}` }
  }
  if (kind === 'restore') {
    const token = await makeRestoreLink(deps, mail.link_hash ?? '')
    // the name may be the one that the change has set
    return token === undefined ? undefined : { path: pathOf.restore(token) }
  }
  const account = await findUserByEmail(deps.db, email)
  if (!account) return undefined
  // who has lost the right meanwhile is not told
  if (kind === 'webhook')
    return rightsOf(account).includes('shop') ? { path: '/#/admin/webhooks', to: account } : undefined
  const { token } = await makeLink(deps, deps.db, { kind, account })
  return { path: pathOf[kind](token), to: account }
}

async function sendMail(deps: ServiceDeps, mail: AccountMailRow): Promise<void> {
  if (!deps.orderMails) return
  const content = await readMail(deps, mail)
  if (!content) return
  const language = toLocale(mail.language) ?? 'en'
  const { subject, before, after } = accountMailTexts[language][mail.kind]
  const link = deps.orderMails.publicUrl + content.path
  const text = [greeting(language, content.to), before, link, after].join('\n\n')
  await deps.orderMails.send({ id: mail.id, recipient: mail.email, subject, text, language })
}

/** Sends the due mails; returns the number of failures. */
export async function sendAccountMails(deps: ServiceDeps, round?: SendRound): Promise<number> {
  const send = (mail: AccountMailRow) => sendMail(deps, mail)
  return sendMails(deps, { table: 'account_mail', send, mostAttempts: ({ kind }) => mostAttempts[kind] }, round)
}
