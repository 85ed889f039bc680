import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Locale } from '../../contract/locales.ts'
import { visitorLanguage } from '../http/language.ts'
import { sendPlainPage } from '../http/plain-page.ts'
import type { Shop } from '../services/shop.ts'
import { isSubscribed, unsubscribe } from '../services/subscribers.ts'

const texts: Record<Locale, { title: string; ask: string; button: string; done: string }> = {
  en: {
    title: 'Newsletter',
    ask: 'Do you no longer want to receive our newsletter?',
    button: 'Unsubscribe',
    done: 'You will receive no further newsletter from us.',
  },
  fr: {
    title: 'Infolettre',
    ask: 'Vous ne souhaitez plus recevoir notre infolettre ?',
    button: 'Se désabonner',
    done: 'Vous ne recevrez plus d’infolettre de notre part.',
  },
  es: {
    title: 'Boletín',
    ask: '¿Ya no desea recibir nuestro boletín?',
    button: 'Darse de baja',
    done: 'No recibirá más boletines nuestros.',
  },
}

/** Sends the page with the button, or the confirmation. */
function sendPage(reply: FastifyReply, locale: Locale, isSubscribed: boolean) {
  const { title, ask, button, done } = texts[locale]
  const content = isSubscribed
    ? `<p>${ask}</p><form method="post"><button>${button}</button></form>`
    : `<p role="status">${done}</p>`
  return sendPlainPage(reply, { locale, title, content })
}

const address = '/unsubscribe/:token'

/**
 * The page of a newsletter's unsubscribe link. Opening it changes nothing, because mail programs open links; its button, or
 * the one-click POST of RFC 8058, unsubscribes. An unknown token gets the same answer.
 */
export function unsubscribeRoutes(app: FastifyInstance, shop: Shop): void {
  app.get<{ Params: { token: string } }>(address, { exposeHeadRoute: true }, async (request, reply) =>
    sendPage(reply, visitorLanguage(request), await isSubscribed(shop, request.params.token.slice(0, 100))),
  )
  app.post<{ Params: { token: string } }>(address, async (request, reply) => {
    await unsubscribe(shop, request.params.token.slice(0, 100))
    return sendPage(reply, visitorLanguage(request), false)
  })
}
