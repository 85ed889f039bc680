import type { FastifyInstance } from 'fastify'
import type { Locale } from '../../contract/locales.ts'
import { visitorLanguage } from '../platform/http/language.ts'
import { type QuestionTexts, sendQuestion } from '../platform/http/plain-page.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { deleteSubscriber, hasSubscriber } from './subscribers-table.ts'

const texts: Record<Locale, QuestionTexts> = {
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

/**
 * The page of a newsletter's unsubscribe link. Its button, or the one-click POST of RFC 8058, unsubscribes. An unknown
 * token gets the same answer.
 */
export function unsubscribeRoutes(app: FastifyInstance, deps: ServiceDeps): void {
  app.get<{ Params: { token: string } }>(address, { exposeHeadRoute: true }, async (request, reply) => {
    const isOpen = await hasSubscriber(deps.db, tokenOf(request))
    return sendQuestion(reply, { locale: visitorLanguage(request), texts, isOpen })
  })
  app.post<{ Params: { token: string } }>(address, async (request, reply) => {
    await deleteSubscriber(deps.db, { token: tokenOf(request) })
    return sendQuestion(reply, { locale: visitorLanguage(request), texts, isOpen: false })
  })
}
