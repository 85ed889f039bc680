import type { FastifyRequest } from 'fastify'
import { type Locale, toLocale } from '../../contract/locales.ts'

/** The shop's language that an `Accept-Language` header prefers. A quality of zero refuses a language. */
export function wantedLanguage(header = ''): Locale {
  if (header === '') return 'en'
  const wanted = header
    .slice(0, 300)
    .split(',')
    .map((part) => {
      const [tag = '', quality = ''] = part.split(';')
      const q = /^\s*q\s*=\s*([\d.]+)\s*$/.exec(quality)?.[1]
      return { tag: tag.trim(), q: q === undefined ? 1 : Number(q) }
    })
    .filter(({ q }) => q > 0)
    .sort((a, b) => b.q - a.q)
  return wanted.map(({ tag }) => toLocale(tag)).find((locale) => locale !== undefined) ?? 'en'
}

/** The language that an address names by `lng`. */
export const askedLanguage = (url: string) => toLocale(/[?&]lng=([a-z]{2})/i.exec(url)?.[1])

/**
 * The language of a visitor's page (specification section 4): `lng` in the query, the cookie `lng`, the browser's languages,
 * English.
 */
export function visitorLanguage(request: Pick<FastifyRequest, 'url' | 'headers'>): Locale {
  const { cookie = '', 'accept-language': languages } = request.headers
  return askedLanguage(request.url) ?? toLocale(/(?:^|;\s*)lng=([^;]*)/.exec(cookie)?.[1]) ?? wantedLanguage(languages)
}
