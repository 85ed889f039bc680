import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Confirmation } from '../../contract/accounts.ts'
import { inEach, type Locale } from '../../contract/locales.ts'
import { type Db, findRow, isoNow, transact } from '../db/database.ts'
import { limitCrowd, limitMails } from '../db/rate-limits.ts'
import type { AccountLinkRow, AccountRow } from '../db/row-types.ts'
import { transactAs, visitorLanguage } from '../http/caller.ts'
import type { Handler } from '../http/pipeline.ts'
import { type QuestionTexts, sendQuestion } from '../http/plain-page.ts'
import { isRefusal, refuse, required, wasRefused } from '../http/refusal.ts'
import { limitStrangerMail } from '../outbox/mail-throttle.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { queueMail } from './account-mails.ts'
import { hashToken } from './sessions.ts'
import { accountGone, findUser, lockUser, requireUser, updateUser } from './users-table.ts'

const texts: QuestionTexts = {
  title: inEach('Confirm your e-mail address', 'Confirmez votre adresse e-mail', 'Confirme su correo electrónico'),
  ask: inEach(
    'Did you open an account with us with this e-mail address? If it was somebody else, close this page.',
    'Avez-vous ouvert un compte chez nous avec cette adresse e-mail\u202f? Si c’était quelqu’un d’autre, fermez cette page.',
    '¿Ha abierto una cuenta con nosotros con este correo electrónico? Si ha sido otra persona, cierre esta página.',
  ),
  button: inEach('Yes, confirm', 'Oui, confirmer', 'Sí, confirmar'),
  answered: inEach(
    'This link does not work, or not any more. You can ask for a new one in your profile.',
    'Ce lien ne fonctionne pas, ou plus. Vous pouvez en demander un nouveau dans votre profil.',
    'Este enlace no funciona, o ya no. Puede pedir uno nuevo en su perfil.',
  ),
}

/** Sends the page with the button, or the one of a link that does not work. */
const sendPage = (reply: FastifyReply, locale: Locale, isOpen: boolean) =>
  sendQuestion(isOpen ? reply : reply.code(404), { locale, texts, isOpen })

const address = '/users/confirm/:token'

/** The page of the link in a confirmation mail. Its button confirms the address and redirects to the app. */
export function confirmRoutes(app: FastifyInstance, deps: ServiceDeps): void {
  app.get<{ Params: { token: string } }>(address, { exposeHeadRoute: true }, async (request, reply) => {
    const isOpen = !(await wasRefused(checkConfirmLink(deps, request.params.token.slice(0, 100))))
    return sendPage(reply, visitorLanguage(request), isOpen)
  })
  app.post<{ Params: { token: string } }>(address, async (request, reply) => {
    try {
      const account = await confirmEmail(deps, request.params.token.slice(0, 100))
      const { publicUrl = '' } = deps.orderMails ?? {}
      reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      return await reply.redirect(`${publicUrl}/#/activation/${account}`, 303)
    } catch (error) {
      if (!isRefusal(error)) throw error
      return sendPage(reply, visitorLanguage(request), false)
    }
  })
}

/** The account of a link that works. */
function requireAccount(deps: ServiceDeps, link: AccountLinkRow | undefined, account: AccountRow | undefined) {
  // a change of the account's address invalidates the link
  if (link?.kind !== 'confirm' || account?.email !== link.email) throw refuse('link-unknown')
  // a link that was used still works, so that it may be opened again
  if (account.confirmed_at === null && link.expires_at <= isoNow(deps.clock)) throw refuse('link-expired')
  return account
}

/** Whether a confirmation link works. Changes nothing, because mail programs open links before people do. */
async function checkConfirmLink(deps: ServiceDeps, token: string): Promise<void> {
  const link = await findRow(deps.db, 'account_link', { token_hash: hashToken(token) })
  requireAccount(deps, link, link && (await findUser(deps.db, link.account_id)))
}

/** Confirms the e-mail address that a link was mailed to; returns the account's id. Refuses with `link-unknown` and `link-expired`. */
export async function confirmEmail(deps: ServiceDeps, token: string): Promise<string> {
  const link = await findRow(deps.db, 'account_link', { token_hash: hashToken(token) })
  if (!link) throw refuse('link-unknown')
  return transact(deps.db, async (tx) => {
    const account = requireAccount(deps, link, await lockUser(tx, link.account_id))
    const { id, name, email } = account
    if (account.confirmed_at === null) await updateUser(tx, id, { name, email, confirmed_at: isoNow(deps.clock) })
    return id
  })
}

/** Queues a mail to confirm an address, in the caller's transaction. Refuses above the limits of such mails, which most callers ignore; a shop without mail sends none. */
export async function queueConfirmation(
  deps: ServiceDeps,
  tx: Db,
  { email, language, caller, address }: { email: string; language: Locale; caller?: string; address: string },
): Promise<void> {
  if (!deps.orderMails) return
  const callers = caller === undefined ? [] : [caller]
  await limitMails(async () => {
    await limitStrangerMail(deps, tx, { kind: 'confirmMail', email, callers })
    await limitCrowd(deps, { address, kinds: ['confirmAddress', 'confirmShop'] }, tx)
  })
  await queueMail(deps, tx, { mail: 'confirm', email, language })
}

const toConfirmation = (deps: ServiceDeps, { confirmed_at }: AccountRow): Confirmation => ({
  isConfirmed: confirmed_at !== null,
  isMailed: deps.orderMails !== undefined,
})

/** Whether the user's address is confirmed. Refuses with `account-gone`. */
export const getConfirmation: Handler<'getConfirmation'> = async (deps, { user }) => {
  return toConfirmation(deps, required(await findUser(deps.db, user.id), accountGone))
}

/** Mails the link once more to a user whose address is not confirmed. Refuses with `account-gone`, `no-mail` and `mails-used-up`. */
export const mailConfirmation: Handler<'mailConfirmation'> = async (deps, { user, language }) => {
  if (!deps.orderMails) throw refuse('no-mail', { detail: 'This shop sends no mail.' })
  return transactAs(deps, user, async (tx) => {
    const account = await requireUser(tx, user.id)
    const { email, confirmed_at } = account
    const mail = { email, language, caller: user.id, address: user.from }
    if (confirmed_at === null) await queueConfirmation(deps, tx, mail)
    return toConfirmation(deps, account)
  })
}
