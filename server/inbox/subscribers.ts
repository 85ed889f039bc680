import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { v7 } from 'uuid'
import { isEmail, isGmail, normaliseEmail } from '../../contract/fields.ts'
import type { SubscribeAnswer, Subscriber } from '../../contract/inbox.ts'
import { inEach } from '../../contract/locales.ts'
import { audit } from '../audit/audit.ts'
import { deleteRows, findRow, insertNew, isoNow } from '../db/database.ts'
import { withIdempotencyKey } from '../db/idempotency.ts'
import type { SubscriberRow } from '../db/row-types.ts'
import { callerGroup, logDeletion, transactAs, visitorLanguage } from '../http/caller.ts'
import { listRows, tableList } from '../http/lists.ts'
import { Answer, answerList, type CallOf, type Handler } from '../http/pipeline.ts'
import { type QuestionTexts, sendPlainPage, sendQuestion } from '../http/plain-page.ts'
import { refusalIn, refuse, refuseFields, required } from '../http/refusal.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { getShopSettings } from '../shop/shop-settings.ts'

const texts = {
  title: inEach('Newsletter', 'Lettre d’information', 'Boletín'),
  done: inEach('Thank you for subscribing!', 'Merci pour votre abonnement\u202f!', '¡Gracias por suscribirse!'),
  email: inEach(
    'Please enter a valid email address',
    'Veuillez saisir une adresse e-mail valide',
    'Introduzca un correo electrónico válido',
  ),
  gmail: inEach(
    'Please enter a Gmail address',
    'Veuillez saisir une adresse Gmail',
    'Introduzca una dirección de Gmail',
  ),
  failed: inEach(
    'This did not work. Please try again later.',
    'Cela n’a pas fonctionné. Veuillez réessayer plus tard.',
    'No ha funcionado. Inténtelo de nuevo más tarde.',
  ),
  back: inEach('Back to the shop', 'Retour à la boutique', 'Volver a la tienda'),
}

/** The answer to the newsletter form of the first screen where no script has taken it over. */
export function newsletterPage(app: FastifyInstance, deps: ServiceDeps): void {
  app.post('/newsletter', async (request, reply) => {
    const { email }: { email?: unknown } = Object(request.body)
    const body = { email: typeof email === 'string' ? email : '' }
    const subscribing = isEmail(body.email)
      ? subscribe(deps, { body, key: undefined, address: callerGroup(request) })
      : Promise.reject(refuseFields({ path: 'email', rule: 'email' }))
    const refused = await refusalIn(subscribing)
    const locale = visitorLanguage(request)
    const rule = refused?.reason.errors?.[0]?.rule
    const refusal = rule === 'email' || rule === 'gmail' ? rule : 'failed'
    const sentence = texts[refused ? refusal : 'done'][locale]
    const content = `<p role="status">${sentence}</p><p><a href="../../?lng=${locale}">${texts.back[locale]}</a></p>`
    const status = refused ? (rule && 422) || 503 : 200
    return sendPlainPage(reply.code(status), { locale, title: texts.title[locale], content })
  })
}

const unsubscribeTexts: QuestionTexts = {
  title: texts.title,
  ask: inEach(
    'Do you no longer want to receive our newsletter?',
    'Vous ne souhaitez plus recevoir notre lettre d’information\u202f?',
    '¿Ya no desea recibir nuestro boletín?',
  ),
  button: inEach('Unsubscribe', 'Se désabonner', 'Darse de baja'),
  answered: inEach(
    'You will receive no further newsletter from us.',
    'Vous ne recevrez plus notre lettre d’information.',
    'No recibirá más boletines nuestros.',
  ),
}

const address = '/unsubscribe/:token'
/** Without NUL, which PostgreSQL refuses to read. */
const tokenOf = ({ params }: { params: { token: string } }) => params.token.slice(0, 100).replaceAll('\0', '')

/** The page of a newsletter's unsubscribe link, with a button and the one-click POST of RFC 8058. An unknown token gets the same answer. */
export function unsubscribeRoutes(app: FastifyInstance, deps: ServiceDeps): void {
  app.get<{ Params: { token: string } }>(address, { exposeHeadRoute: true }, async (request, reply) => {
    const isOpen = (await findRow(deps.db, 'subscriber', { token: tokenOf(request) })) !== undefined
    return sendQuestion(reply, { locale: visitorLanguage(request), texts: unsubscribeTexts, isOpen })
  })
  app.post<{ Params: { token: string } }>(address, async (request, reply) => {
    await deleteRows(deps.db, 'subscriber', { token: tokenOf(request) })
    return sendQuestion(reply, { locale: visitorLanguage(request), texts: unsubscribeTexts, isOpen: false })
  })
}

/** Subscribes an address (specification section 5: Gmail only), with status 201 the first time, then 200. */
export async function subscribe(
  deps: ServiceDeps,
  { body, key, address }: Pick<CallOf<'subscribe'>, 'body' | 'key' | 'address'>,
): Promise<Answer<SubscribeAnswer>> {
  const { newsletterGmailOnly } = await getShopSettings(deps, deps.db)
  if (newsletterGmailOnly && !isGmail(body.email)) throw refuseFields({ path: 'email', rule: 'gmail' })
  const email = normaliseEmail(body.email)
  const payload = { call: 'subscribe', email }
  const limits = [{ kind: 'subscribe', who: address } as const]
  const rebuild = async (): Promise<SubscribeAnswer> => ({ email })
  return withIdempotencyKey(deps, { key, caller: undefined, payload, limits, rebuild }, async (tx) => {
    const row = { id: v7(), email, created_at: isoNow(deps.clock), token: randomBytes(16).toString('hex') }
    return new Answer({ email }, { status: (await insertNew(tx, 'subscriber', row, 'email')) ? 201 : 200 })
  })
}

/** Subscribers for administrators, newest first. */
export const listSubscribers: Handler<'listSubscribers'> = async ({ db }, { query }) => {
  const source = tableList(db, 'subscriber', { by: ['id desc'] })
  return answerList('/api/subscribers/', query, await listRows(query, source, toSubscriber))
}

function toSubscriber({ id, email, created_at, token }: SubscriberRow): Subscriber {
  return { _id: id, email, created_at, unsubscribe: `/api/unsubscribe/${token}` }
}

/** Deletes a subscriber as an administrator. Refuses with `not-found`. */
export const deleteSubscriber: Handler<'deleteSubscriber'> = async (deps, { param: id, user: actor }) => {
  await transactAs(deps, actor, async (tx) => {
    const row = required(await deleteRows(tx, 'subscriber', { id }), refuse('not-found'))
    await audit(deps, tx, { by: actor, kind: 'subscriber-deleted', thing: { id, name: row.email } })
  })
  logDeletion(deps, { kind: 'subscriber', id, actor })
}
