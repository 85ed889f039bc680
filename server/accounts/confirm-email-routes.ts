import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Locale } from '../../contract/locales.ts'
import { visitorLanguage } from '../platform/http/language.ts'
import { type QuestionTexts, sendQuestion } from '../platform/http/plain-page.ts'
import { isRefusal, wasRefused } from '../platform/refusal.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { checkConfirmLink, confirmEmail } from './confirm-email.ts'

const texts: Record<Locale, QuestionTexts> = {
  en: {
    title: 'Confirm your e-mail address',
    ask: 'Did you open an account with us with this e-mail address? If it was somebody else, close this page.',
    button: 'Yes, confirm',
    answered: 'This link does not work, or not any more. You can ask for a new one in your profile.',
  },
  fr: {
    title: 'Confirmez votre adresse e-mail',
    ask: 'Avez-vous ouvert un compte chez nous avec cette adresse e-mail\u202f? Si c’était quelqu’un d’autre, fermez cette page.',
    button: 'Oui, confirmer',
    answered: 'Ce lien ne fonctionne pas, ou plus. Vous pouvez en demander un nouveau dans votre profil.',
  },
  es: {
    title: 'Confirme su correo electrónico',
    ask: '¿Ha abierto una cuenta con nosotros con este correo electrónico? Si ha sido otra persona, cierre esta página.',
    button: 'Sí, confirmar',
    answered: 'Este enlace no funciona, o ya no. Puede pedir uno nuevo en su perfil.',
  },
}

/** Sends the page with the button, or the one of a link that does not work. */
function sendPage(reply: FastifyReply, locale: Locale, isOpen: boolean) {
  return sendQuestion(isOpen ? reply : reply.code(404), { locale, texts, isOpen })
}

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
