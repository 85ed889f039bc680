import { type Locale, toLocale } from '../../contract/locales.ts'

/** The language of ours that an `Accept-Language` header wants most; one with a quality of zero does not count. */
export function wantedLanguage(header = ''): Locale {
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
