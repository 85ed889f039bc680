import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { Locale } from '../../contract/locales.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** Escapes a text for elements and attributes. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
const style = `:root{color-scheme:light dark}
body{font:1.125rem/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1.25rem}
button{font:inherit;min-height:2.75rem;padding:.5rem 1.5rem;border:0;border-radius:.5rem;background:#0b5d6b;color:#fff;cursor:pointer}
button:focus-visible{outline:3px solid;outline-offset:3px}`
const styleHash = createHash('sha256').update(style).digest('base64')
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

/** Sends a small page without scripts, for links in mails. `content` is trusted HTML. */
export function sendPlainPage(
  reply: FastifyReply,
  { locale, title, content }: { locale: Locale; title: string; content: string },
): FastifyReply {
  const html = `<!doctype html><html lang="${locale}"><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><style>${style}</style>
<main><h1>${title}</h1>${content}</main></html>`
  const headers = { 'content-security-policy': policy, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
  return reply.headers(headers).type('text/html; charset=utf-8').send(html)
}

/** A page that asks one question with a button, and what it shows when the question is answered or void. */
export type QuestionTexts = Record<'title' | 'ask' | 'button' | 'answered', Record<Locale, string>>

/** Sends the page of a link in a mail, whose button posts to the same address: mail programs open links. `isOpen`: there is still something to ask. */
export function sendQuestion(
  reply: FastifyReply,
  { locale, texts, isOpen }: { locale: Locale; texts: QuestionTexts; isOpen: boolean },
): FastifyReply {
  const content = isOpen
    ? `<p>${texts.ask[locale]}</p><form method="post"><button>${texts.button[locale]}</button></form>`
    : `<p role="status">${texts.answered[locale]}</p>`
  return sendPlainPage(reply, { locale, title: texts.title[locale], content })
}
