import { isIP, isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { type Locale, toLocale } from '../../contract/locales.ts'

/** The shop's language that an `Accept-Language` header prefers. A quality of zero refuses a language. */
export function wantedLanguage(header = ''): Locale {
  const wanted = header
    .slice(0, 300)
    .split(',')
    .flatMap((part) => {
      const [tag = '', quality = ''] = part.split(';')
      const locale = toLocale(tag.trim())
      const q = Number(/^\s*q\s*=\s*([\d.]+)\s*$/.exec(quality)?.[1] ?? 1)
      return locale && q > 0 ? [{ locale, q }] : []
    })
  return wanted.sort((a, b) => b.q - a.q)[0]?.locale ?? 'en'
}

/** The language that an address names by `lng`. */
export const askedLanguage = (url: string) => toLocale(/[?&]lng=([a-z]{2})/i.exec(url)?.[1])

/** The language of a visitor's page (specification section 4): `lng` in the query, the cookie `lng`, the browser's languages, English. */
export function visitorLanguage(request: Pick<FastifyRequest, 'url' | 'headers'>): Locale {
  const { cookie = '', 'accept-language': languages } = request.headers
  return askedLanguage(request.url) ?? toLocale(/(?:^|;\s*)lng=([^;]*)/.exec(cookie)?.[1]) ?? wantedLanguage(languages)
}

/** An IPv4 address inside an IPv6 one, as `URL` writes it: `::ffff:102:304`. */
const mapped = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/

/** An IP address as proxies write it, with a port, in brackets, with a zone, IPv4 inside IPv6: without all that. Else undefined. */
function readAddress(text: string): string | undefined {
  const [, inBrackets, withPort] = /^\[([^\]]+)\](?::\d{1,5})?$|^([\d.]+):\d{1,5}$/.exec(text.trim()) ?? []
  const [address = ''] = (inBrackets ?? withPort ?? text.trim()).split('%')
  if (isIP(address) !== 6) return isIPv4(address) ? address : undefined
  const full = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const parts = mapped
    .exec(full)
    ?.slice(1)
    .map((part) => Number.parseInt(part, 16))
  return parts ? parts.flatMap((part) => [part >> 8, part & 255]).join('.') : full
}

/** The unit that limits count: an IPv4 address, or the /64 that an IPv6 customer gets. */
function addressGroup(address: string): string {
  if (isIPv4(address)) return address
  const [head = '', tail = ''] = address.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const zeros = address.includes('::') ? Array.from({ length: 8 - left.length - right.length }, () => '0') : []
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`
}

/** The address group of a call. If a proxy reports no valid address, the proxy's own counts. */
export function callerGroup(request: { ip: string; socket: { remoteAddress?: string | undefined } }): string {
  const address = readAddress(request.ip) ?? readAddress(request.socket.remoteAddress ?? '')
  return address === undefined ? 'unknown' : addressGroup(address)
}
