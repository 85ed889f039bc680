import type { FastifyInstance } from 'fastify'
import type { Locale } from '../../contract/locales.ts'
import { visitorLanguage } from '../http/language.ts'
import { sendPlainPage } from '../http/plain-page.ts'
import { confirmEmail } from '../services/confirm-email.ts'
import type { Shop } from '../services/shop.ts'

const texts: Record<Locale, { title: string; content: string }> = {
  en: {
    title: 'Confirm your e-mail address',
    content: 'This link does not work, or not any more. If you change the address in your profile, you get a new one.',
  },
  fr: {
    title: 'Confirmez votre adresse e-mail',
    content:
      'Ce lien ne fonctionne pas, ou plus. Si vous modifiez l’adresse dans votre profil, vous en recevrez un nouveau.',
  },
  es: {
    title: 'Confirme su correo electrónico',
    content: 'Este enlace no funciona, o ya no. Si cambia la dirección en su perfil, recibirá uno nuevo.',
  },
}

/** The link in a confirmation mail: confirms the address and redirects to the app. */
export function confirmRoutes(app: FastifyInstance, shop: Shop): void {
  app.get<{ Params: { token: string } }>('/users/confirm/:token', { exposeHeadRoute: true }, async (request, reply) => {
    const confirmed = await confirmEmail(shop, request.params.token.slice(0, 100))
    if (confirmed.ok) {
      const { publicUrl = '' } = shop.orderMails ?? {}
      const headers = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
      return reply.headers(headers).redirect(`${publicUrl}/#/activation/${confirmed.value}`, 303)
    }
    const locale = visitorLanguage(request)
    const { title, content } = texts[locale]
    return sendPlainPage(reply.code(404), { locale, title, content: `<p role="status">${content}</p>` })
  })
}
