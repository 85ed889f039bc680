import { plainLine } from '../../contract/fields.ts'
import { inEach, type Locale, nameIn, toLocale } from '../../contract/locales.ts'
import { findFish } from '../catalogue/fishes-table.ts'
import { type Db, findRow, isoNow } from '../db/database.ts'
import { limitHit, limitMails } from '../db/rate-limits.ts'
import type { AccountRow, OutboxRow } from '../db/row-types.ts'
import { wasRefused } from '../http/refusal.ts'
import { ofMail, type Sending } from '../outbox/deliver.ts'
import { greeting, mailboxOf } from '../outbox/mail-throttle.ts'
import { enqueue, type MailPayload, payloadOf, subjectId } from '../outbox/outbox-queue.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { makeInvitationLink, makeLink, makeRestoreLink, noteChange } from './account-links.ts'
import { findUser, findUserByEmail, listAdminAddresses, mayGive, rightsOf } from './users-table.ts'

/** A mail: its subject, and the words `before` and `after` its link. */
interface AccountMail extends Record<'subject' | 'before' | 'after', Record<Locale, string>> {
  /** the path that it leads to, whom it greets, and what it names before its link; undefined if it is no longer to be sent */
  read: (
    deps: ServiceDeps,
    mail: OutboxRow,
  ) => Promise<{ path: string; to?: AccountRow; about?: (language: Locale) => string } | undefined>
  /** failed attempts after which it is given up */
  mostAttempts?: number
}

/** The `read` of a mail to an account with a link of this kind. */
const linkMail =
  (kind: 'reset' | 'confirm', pathOf: (token: string) => string): AccountMail['read'] =>
  async (deps, { target }) => {
    const account = await findUserByEmail(deps.db, target)
    return account && { path: pathOf((await makeLink(deps, deps.db, { kind, account })).token), to: account }
  }

const mails = {
  reset: {
    subject: inEach('Choose a new password', 'Choisissez un nouveau mot de passe', 'Elija una contraseña nueva'),
    before: inEach(
      'somebody, probably you, has asked for a new password for your account. Choose it here:',
      'un nouveau mot de passe a été demandé pour votre compte, sans doute par vous. Choisissez-le ici\u202f:',
      'Alguien, probablemente usted, ha pedido una contraseña nueva para su cuenta. Elíjala aquí:',
    ),
    after: inEach(
      'The link works once, within one hour. If you did not ask for it, you need not do anything: your password stays as it is.',
      'Le lien fonctionne une seule fois, pendant une heure. Si vous n’avez rien demandé, ne faites rien\u202f: votre mot de passe reste le même.',
      'El enlace funciona una sola vez, durante una hora. Si no la ha pedido, no haga nada: su contraseña sigue siendo la misma.',
    ),
    read: linkMail('reset', (token) => `/#/reset/${token}`),
    // two hours
    mostAttempts: 8,
  },
  confirm: {
    subject: inEach('Confirm your e-mail address', 'Confirmez votre adresse e-mail', 'Confirme su correo electrónico'),
    before: inEach(
      'somebody, probably you, has given this e-mail address for an account with us. If it was you, confirm it here:',
      'cette adresse e-mail a été indiquée pour un compte chez nous, sans doute par vous. Si c’est le cas, confirmez-la ici\u202f:',
      'Alguien, probablemente usted, ha indicado este correo electrónico para una cuenta con nosotros. Si ha sido usted, confírmelo aquí:',
    ),
    after: inEach(
      'The link works for seven days. If it was not you, please do not confirm; you need not do anything.',
      'Le lien fonctionne pendant sept jours. Si ce n’était pas vous, ne confirmez pas\u202f; ne faites rien.',
      'El enlace funciona durante siete días. Si no ha sido usted, no lo confirme; no haga nada.',
    ),
    read: linkMail('confirm', (token) => `/api/users/confirm/${token}`),
  },
  restore: {
    subject: inEach('Your account was changed', 'Votre compte a été modifié', 'Se ha modificado su cuenta'),
    before: inEach(
      'the e-mail address or the password of your account with us has just been changed. If it was you, you need not do anything. If it was not you, choose a new password here:',
      'l’adresse e-mail ou le mot de passe de votre compte chez nous vient d’être modifié. Si c’était vous, ne faites rien. Si ce n’était pas vous, choisissez un nouveau mot de passe ici\u202f:',
      'Se acaba de cambiar el correo electrónico o la contraseña de su cuenta con nosotros. Si ha sido usted, no haga nada. Si no ha sido usted, elija una contraseña nueva aquí:',
    ),
    after: inEach(
      'The link works once, within seven days. Your account then has this e-mail address again, and everybody who is logged in is logged out.',
      'Le lien fonctionne une seule fois, pendant sept jours. Votre compte retrouve alors cette adresse e-mail, et toutes les personnes connectées sont déconnectées.',
      'El enlace funciona una sola vez, durante siete días. Su cuenta recupera entonces este correo electrónico, y se cierran todas las sesiones abiertas.',
    ),
    read: async (deps, mail) => {
      const token = await makeRestoreLink(deps, subjectId(mail))
      // the name may be the one that the change has set
      return token === undefined ? undefined : { path: `/#/reset/${token}` }
    },
  },
  invitation: {
    subject: inEach(
      'Join the team of our shop',
      'Rejoignez l’équipe de notre boutique',
      'Únase al equipo de nuestra tienda',
    ),
    before: inEach(
      'we invite you to join the team of our shop. See what you will be able to do, and accept, here:',
      'nous vous invitons à rejoindre l’équipe de notre boutique. Voyez ce que vous pourrez y faire et acceptez ici\u202f:',
      'Le invitamos a unirse al equipo de nuestra tienda. Vea qué podrá hacer y acepte aquí:',
    ),
    after: inEach(
      'The link works once, within seven days. Please do not pass it on. If you did not expect it, you need not do anything.',
      'Le lien fonctionne une seule fois, pendant sept jours. Ne le transmettez à personne. Si vous ne l’attendiez pas, ne faites rien.',
      'El enlace funciona una sola vez, durante siete días. No se lo pase a nadie. Si no lo esperaba, no haga nada.',
    ),
    read: async ({ db, clock }, mail) => {
      const invitation = await findRow(db, 'invitation', { id: subjectId(mail) })
      if (!invitation || invitation.ended_at !== null || invitation.until <= isoNow(clock)) return undefined
      const maker = await findUser(db, invitation.created_by ?? '')
      // its link would be refused
      if (!maker || !mayGive(rightsOf(maker), rightsOf(invitation))) return undefined
      return { path: `/#/invitation/${await makeInvitationLink(db, invitation, { isMailed: true })}` }
    },
  },
  stock: {
    subject: inEach('In stock again', 'De nouveau en stock', 'De nuevo en existencias'),
    before: inEach(
      'you asked us to tell you when this product is in stock again. It is:',
      'vous nous avez demandé de vous prévenir dès que ce produit serait de nouveau en stock. C’est le cas\u202f:',
      'Nos pidió que le avisáramos cuando este producto volviera a estar en existencias. Ya lo está:',
    ),
    after: inEach(
      'We write to you once. If you want to hear about it again later, say so on the product’s page.',
      'Nous ne vous écrivons qu’une fois. Pour être de nouveau prévenu plus tard, demandez-le sur la page du produit.',
      'Le escribimos una sola vez. Si más adelante quiere otro aviso, pídalo en la página del producto.',
    ),
    read: async ({ db }, mail) => {
      const [account, fish] = [await findUser(db, mail.owner), await findFish(db, subjectId(mail))]
      // with another address since then it is not the reader's own any more
      if (!fish || account?.email !== mail.target) return undefined
      const about = (language: Locale) => plainLine(nameIn(fish, language))
      return { path: `/#/products/${fish.id}`, to: account, about }
    },
  },
  webhook: {
    subject: inEach(
      'A webhook of the shop was paused',
      'Un webhook de la boutique est en pause',
      'Un webhook de la tienda está en pausa',
    ),
    before: inEach(
      'a program that your shop tells about orders or products has not taken what we sent, so we have stopped telling it. See which one, and go on, here:',
      'un programme que votre boutique informe des commandes ou des produits n’a pas accepté nos envois. Nous avons donc cessé de l’informer. Voyez lequel et reprenez les envois ici\u202f:',
      'Un programa al que su tienda informa de pedidos o productos no ha aceptado lo que le enviamos, así que hemos dejado de informarle. Vea cuál es y reanude los envíos aquí:',
    ),
    after: inEach(
      'What waits is stored for thirty days and sent when you go on. What happens during the pause is not sent: the program can read it from the lists of changes.',
      'Ce qui attend est gardé trente jours et part dès que vous reprenez. Ce qui se passe pendant la pause n’est pas envoyé\u202f: le programme peut le lire dans les listes de changements.',
      'Lo que está a la espera se guarda treinta días y sale en cuanto reanude los envíos. Lo que ocurra durante la pausa no se envía: el programa puede leerlo en las listas de cambios.',
    ),
    read: async ({ db }, { target }) => {
      const account = await findUserByEmail(db, target)
      // an administrator without the right any more gets no mail
      return account && rightsOf(account).includes('shop') ? { path: '/#/admin/webhooks', to: account } : undefined
    },
  },
} satisfies Record<string, AccountMail>
type MailKind = keyof typeof mails
// only this file writes them
const mailOf = ({ event }: OutboxRow): AccountMail => mails[event as MailKind]

/** Queues a mail. Its account or invitation is looked up when it is sent, so that this takes the same time for an unknown address. */
export async function queueMail(
  deps: ServiceDeps,
  tx: Db,
  { mail, email, language, subject = '' }: { mail: MailKind; email: string; language: string; subject?: string },
): Promise<void> {
  const payload = JSON.stringify({ language })
  await enqueue(deps, tx, { kind: 'account_mail', target: email, event: mail, subject, payload })
}

/** Queues a mail with a way back to an account's former address, unconfirmed ones three a day. Refuses with `mails-used-up` above other limits. */
export async function mailChange(
  deps: ServiceDeps,
  tx: Db,
  { account, language }: { account: AccountRow; language: Locale },
): Promise<void> {
  if (!deps.orderMails) return
  const { id, email, confirmed_at, rights } = account
  if (confirmed_at === null && rights === '') {
    // the former address got a mail
    if (await wasRefused(limitHit(deps, { kind: 'changeMail', who: id }, tx))) return
    await limitMails(() => limitHit(deps, { kind: 'changeMail', who: mailboxOf(email) }, tx))
  }
  const subject = `link:${await noteChange(deps, tx, account)}`
  await queueMail(deps, tx, { mail: 'restore', email, language, subject })
}

/** Queues a mail to everybody with the right `shop` that a webhook was paused, in the caller's transaction. */
export async function mailWebhookPaused(deps: ServiceDeps, tx: Db): Promise<void> {
  if (!deps.orderMails) return
  for (const email of await listAdminAddresses(tx, 'shop'))
    await queueMail(deps, tx, { mail: 'webhook', email, language: deps.deskLanguage })
}

/** Queues a mail to every administrator in the language of the desk, in the caller's transaction. It is sent as it is written now. */
export async function mailAdmins(
  deps: ServiceDeps,
  tx: Db,
  { subject, before, path, after }: Record<'subject' | 'before' | 'path' | 'after', string>,
): Promise<void> {
  if (!deps.orderMails) return
  const text = [before, deps.orderMails.publicUrl + path, after].join('\n\n')
  const payload = JSON.stringify({ language: deps.deskLanguage, subject, text } satisfies MailPayload)
  const rows = (await listAdminAddresses(tx)).map((target) => ({ kind: 'admin_mail' as const, target, payload }))
  await enqueue(deps, tx, ...rows)
}

async function send(deps: ServiceDeps, mail: OutboxRow): Promise<void> {
  const { subject, before, after, read } = mailOf(mail)
  const content = await read(deps, mail)
  if (!content || !deps.orderMails) return
  const language = toLocale(payloadOf<{ language: string }>(mail).language) ?? 'en'
  const link = deps.orderMails.publicUrl + content.path
  const words = [greeting(language, content.to), before[language], content.about?.(language), link, after[language]]
  const text = words.filter(Boolean).join('\n\n')
  await deps.orderMails.send({ id: mail.id, recipient: mail.target, subject: subject[language], text, language })
}

export const accountMails: Sending = {
  kind: 'account_mail',
  ...ofMail,
  send,
  mostAttempts: (mail) => mailOf(mail).mostAttempts,
}

export const adminMails: Sending = {
  kind: 'admin_mail',
  ...ofMail,
  async send({ orderMails }, row) {
    await orderMails?.send({ id: row.id, recipient: row.target, ...payloadOf<MailPayload>(row) })
  },
}
