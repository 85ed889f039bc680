import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Locale } from '../../contract/locales.ts'
import { visitorLanguage } from '../http/visitor-language.ts'
import { withHead } from '../http/with-head.ts'
import type { Shop } from '../services/shop.ts'
import { isSubscribed, unsubscribe } from '../services/subscribers.ts'

const style = `:root{color-scheme:light dark}
body{font:1.125rem/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1.25rem}
button{font:inherit;min-height:2.75rem;padding:.5rem 1.5rem;border:0;border-radius:.5rem;background:#0b5d6b;color:#fff;cursor:pointer}
button:focus-visible{outline:3px solid;outline-offset:3px}`
const styleHash = createHash('sha256').update(style).digest('base64')
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

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

/** `isAsked`: with the button; the page that says that it is done otherwise. */
function page(locale: Locale, isAsked: boolean): string {
  const { title, ask, button, done } = texts[locale]
  const content = isAsked
    ? `<p>${ask}</p><form method="post"><button>${button}</button></form>`
    : `<p role="status">${done}</p>`
  return `<!doctype html><html lang="${locale}"><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><style>${style}</style>
<main><h1>${title}</h1>${content}</main></html>`
}

function send(reply: FastifyReply, html: string) {
  const headers = { 'content-security-policy': policy, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
  return reply.headers(headers).type('text/html; charset=utf-8').send(html)
}

const address = '/unsubscribe/:token'

/**
 * The page behind the link of a newsletter. Opening it changes nothing, since mail programs look at links; the button does,
 * and so does the one click of RFC 8058. Both say the same for a token that nobody has.
 */
export function unsubscribeRoutes(app: FastifyInstance, shop: Shop): void {
  app.get<{ Params: { token: string } }>(address, withHead, async (request, reply) =>
    send(reply, page(visitorLanguage(request), await isSubscribed(shop, request.params.token.slice(0, 100)))),
  )
  app.post<{ Params: { token: string } }>(address, async (request, reply) => {
    await unsubscribe(shop, request.params.token.slice(0, 100))
    return send(reply, page(visitorLanguage(request), false))
  })
}
