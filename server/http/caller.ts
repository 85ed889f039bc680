import { isIP, isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Right } from '../../contract/accounts.ts'
import { type Locale, toLocale } from '../../contract/locales.ts'
import { type Db, isoNow, transact } from '../db/database.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { refuse } from './refusal.ts'

/** What a call was admitted with. */
export interface Caller {
  id: string
  /** of the session, or of the API key */
  tokenHash: string
  /** of an administrator; none for customers */
  rights: readonly Right[]
  /** the right that the call needs of everybody but the owner */
  right?: Right | undefined
  /** a second one that does as well */
  also?: Right | undefined
  /** of a program, which is no user: `id` and `name` are those of its API key, `email` is empty */
  key?: { isReadOnly: boolean }
}

/** The signed-in user, read from the database for each call. */
export interface SessionUser extends Caller {
  name: string
  email: string
  /** of the call's session */
  token: string
}

/** The author of a change: the authenticated account and session, and the caller's address group. */
export interface Actor extends Caller {
  name: string
  /** group of addresses */
  from: string
}

/** Reads a caller's session and right, or API key, again. Refuses with `login-required`, `account-gone`, `api-key-unknown` or `forbidden`. */
export async function refuseCaller(
  { clock }: Pick<ServiceDeps, 'clock'>,
  { query }: Db,
  { tokenHash, rights, right, also, key, id }: Caller,
): Promise<void> {
  const now = isoNow(clock)
  if (key) {
    const row = query.selectFrom('api_key').select('until').where('token_hash', '=', tokenHash)
    const found = await row.executeTakeFirst()
    if (!found || (found.until !== null && found.until <= now)) throw refuse('api-key-unknown')
    return
  }
  const sessions = query.selectFrom('login_session').leftJoin('account', 'account.id', 'login_session.account_id')
  const some = sessions.select(['login_session.account_id', 'expires_at', 'account.id', 'account.rights'])
  const session = await some.where('token_hash', '=', tokenHash).executeTakeFirst()
  if (session?.account_id !== id || session.expires_at <= now) throw refuse('login-required')
  if (session.id === null) throw refuse('account-gone')
  // owners had no need of the right
  const admitting = rights.filter((each) => each === right || each === also)
  const left = session.rights?.split(' ') ?? []
  if (admitting.length > 0 && !admitting.some((each) => left.includes(each))) throw refuse('forbidden')
}

/** Runs `work` in a transaction, see `transact`, in which its caller still may write. */
export function transactAs<T>(deps: ServiceDeps, caller: Caller, work: (tx: Db) => Promise<T>): Promise<T> {
  return transact(deps.db, async (tx) => {
    await refuseCaller(deps, tx, caller)
    return work(tx)
  })
}

export function logDeletion(deps: ServiceDeps, { kind, id, actor }: { kind: string; id: string; actor: Actor }): void {
  deps.log?.info({ kind, id, by: actor.id, from: actor.from }, 'deleted')
}

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
