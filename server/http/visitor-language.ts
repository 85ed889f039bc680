import type { FastifyRequest } from 'fastify'
import { type Locale, toLocale } from '../../contract/locales.ts'
import { wantedLanguage } from '../http/language.ts'

/**
 * The language in which a visitor's page is sent, from what the server can know (specification section 4): `lng` in the
 * query, the cookie `lng`, the browser's languages, English.
 */
export function visitorLanguage(request: Pick<FastifyRequest, 'url' | 'headers'>): Locale {
  const { cookie = '', 'accept-language': languages = '' } = request.headers
  const tags = [/[?&]lng=([a-z]{2})/i.exec(request.url)?.[1], /(?:^|;\s*)lng=([^;]*)/.exec(cookie)?.[1]]
  return tags.map(toLocale).find((locale) => locale !== undefined) ?? wantedLanguage(languages)
}
