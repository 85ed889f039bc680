import type { FastifyRequest } from 'fastify'
import { type Locale, locales } from '../../contract/locales.ts'
import { askedLanguage, visitorLanguage } from '../platform/http/language.ts'

/** What a page depends on besides the catalogue and its own path. */
export interface Visit {
  locale: Locale
  /** whether the address names the language */
  isLocaleAsked: boolean
  /** from the page to the folder of the app: `../../` */
  root: string
  /** the same absolutely, with a slash at its end; `root` where the server does not know its own address */
  base: string
}

const hostName = /^([a-z\d](?:[a-z\d.-]{0,250}[a-z\d])?|\[[\da-f:.]+\])(:\d{1,5})?$/i

/** The public address of the shop: by the setting, else as a trusted proxy says, else unknown. */
function publicAddress(request: FastifyRequest, settings: PageSettings): string | undefined {
  if (settings.publicUrl !== undefined) return settings.publicUrl
  if (settings.trustProxy === false || !hostName.test(request.host)) return undefined
  return `${request.protocol === 'https' ? 'https' : 'http'}://${request.host.toLowerCase()}`
}

export interface PageSettings {
  /** without a slash at its end */
  publicUrl?: string | undefined
  /** `false` where no proxy is trusted to name the host */
  trustProxy: unknown
}

export function readVisit(request: FastifyRequest, settings: PageSettings): Visit {
  const path = request.url.split('?')[0] ?? ''
  const depth = path.split('/').length - 2
  const root = depth > 0 ? '../'.repeat(depth) : './'
  const base = publicAddress(request, settings)
  const asked = askedLanguage(request.url)
  return {
    locale: asked ?? visitorLanguage(request),
    isLocaleAsked: asked !== undefined,
    root,
    base: base === undefined ? root : `${base}/`,
  }
}

/** The key of the visit in the cache. */
export const visitKey = ({ locale, isLocaleAsked, root, base }: Visit) => [locale, isLocaleAsked, root, base]

/** The address of a page in a language; without one, in that of its reader. */
export function inLanguage(address: string, locale: Locale | undefined): string {
  if (!locale) return address
  return `${address}${address.includes('?') ? '&' : '?'}lng=${locale}`
}

/** The absolute addresses of a page in all languages, `x-default` for that of its reader. */
export function alternates(base: string, page: string): [language: string, address: string][] {
  const named = locales.map((locale): [string, string] => [locale, base + inLanguage(page, locale)])
  return [...named, ['x-default', base + page]]
}
