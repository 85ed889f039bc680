import type { FastifyInstance } from 'fastify'
import type { Locale } from '../../contract/locales.ts'
import { callerGroup } from '../platform/http/client-address.ts'
import { visitorLanguage } from '../platform/http/language.ts'
import { type QuestionTexts, sendPlainPage, sendQuestion } from '../platform/http/plain-page.ts'
import { isRefusal } from '../platform/refusal.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { hasSubscriber, removeSubscriber, subscribe } from './subscribers.ts'

const en = {
  title: 'Newsletter',
  done: 'Thank you for subscribing!',
  email: 'Please enter a valid email address',
  gmail: 'Please enter a Gmail address',
  failed: 'This did not work. Please try again later.',
  back: 'Back to the shop',
}
const texts: Record<Locale, typeof en> = {
  en,
  fr: {
    title: 'Lettre d’information',
    done: 'Merci pour votre abonnement\u202f!',
    email: 'Veuillez saisir une adresse e-mail valide',
    gmail: 'Veuillez saisir une adresse Gmail',
    failed: 'Cela n’a pas fonctionné. Veuillez réessayer plus tard.',
    back: 'Retour à la boutique',
  },
  es: {
    title: 'Boletín',
    done: '¡Gracias por suscribirse!',
    email: 'Introduzca un correo electrónico válido',
    gmail: 'Introduzca una dirección de Gmail',
    failed: 'No ha funcionado. Inténtelo de nuevo más tarde.',
    back: 'Volver a la tienda',
  },
}

/** The answer to the newsletter form of the first screen where no script has taken it over. */
export function newsletterPage(app: FastifyInstance, deps: ServiceDeps): void {
  app.post('/newsletter', async (request, reply) => {
    const { email }: { email?: unknown } = Object(request.body)
    const given = { email: typeof email === 'string' ? email : '', key: undefined, address: callerGroup(request) }
    const refused = await subscribe(deps, given).then(
      () => undefined,
      (error) => (isRefusal(error) ? error : Promise.reject(error)),
    )
    const locale = visitorLanguage(request)
    const { title, back, ...words } = texts[locale]
    const rule = refused?.reason.errors?.[0]?.rule
    const refusal = rule === 'email' || rule === 'gmail' ? words[rule] : words.failed
    const sentence = refused ? refusal : words.done
    const content = `<p role="status">${sentence}</p><p><a href="../../?lng=${locale}">${back}</a></p>`
    const status = refused ? (rule && 422) || 503 : 200
    return sendPlainPage(reply.code(status), { locale, title, content })
  })
}

const unsubscribeTexts: Record<Locale, QuestionTexts> = {
  en: {
    title: 'Newsletter',
    ask: 'Do you no longer want to receive our newsletter?',
    button: 'Unsubscribe',
    answered: 'You will receive no further newsletter from us.',
  },
  fr: {
    title: 'Lettre d’information',
    ask: 'Vous ne souhaitez plus recevoir notre lettre d’information\u202f?',
    button: 'Se désabonner',
    answered: 'Vous ne recevrez plus notre lettre d’information.',
  },
  es: {
    title: 'Boletín',
    ask: '¿Ya no desea recibir nuestro boletín?',
    button: 'Darse de baja',
    answered: 'No recibirá más boletines nuestros.',
  },
}

const address = '/unsubscribe/:token'

/** Without NUL, which PostgreSQL refuses to read. */
const tokenOf = ({ params }: { params: { token: string } }) => params.token.slice(0, 100).replaceAll('\0', '')

/** The page of a newsletter's unsubscribe link, with a button and the one-click POST of RFC 8058. An unknown token gets the same answer. */
export function unsubscribeRoutes(app: FastifyInstance, deps: ServiceDeps): void {
  app.get<{ Params: { token: string } }>(address, { exposeHeadRoute: true }, async (request, reply) => {
    const isOpen = await hasSubscriber(deps.db, tokenOf(request))
    return sendQuestion(reply, { locale: visitorLanguage(request), texts: unsubscribeTexts, isOpen })
  })
  app.post<{ Params: { token: string } }>(address, async (request, reply) => {
    await removeSubscriber(deps.db, { token: tokenOf(request) })
    return sendQuestion(reply, { locale: visitorLanguage(request), texts: unsubscribeTexts, isOpen: false })
  })
}
