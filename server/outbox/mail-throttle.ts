import { domainToASCII } from 'node:url'
import { normaliseEmail, plainLine } from '../../contract/fields.ts'
import type { Locale } from '../../contract/locales.ts'
import type { Db } from '../db/database.ts'
import { limitHit } from '../db/rate-limits.ts'
import type { AccountRow } from '../db/row-types.ts'
import type { ServiceDeps } from '../service-deps.ts'

/** Providers that ignore dots before the `@`, with the domain that their other domains stand for. */
const dotless: Record<string, string> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' }

/** The mailbox of an e-mail address: many addresses reach the same one, such as those with a `+tag`. */
export function mailboxOf(address: string): string {
  const email = normaliseEmail(address)
  const at = email.lastIndexOf('@')
  const [name, domain] = [email.slice(0, at), email.slice(at + 1)]
  const ascii = domainToASCII(domain) || domain
  // a name that begins with the sign has no tag
  const untagged = name.replace(/(?<=.)\+.*$/, '')
  const provider = dotless[ascii]
  return provider ? `${untagged.replaceAll('.', '')}@${provider}` : `${untagged}@${ascii}`
}

const hello: Record<Locale, (name: string) => string> = {
  en: (name) => (name ? `Hello ${name},` : 'Hello,'),
  fr: (name) => (name ? `Bonjour ${name},` : 'Bonjour,'),
  es: (name) => (name ? `Hola, ${name}:` : 'Hola:'),
}

/** The first words of a mail; without the name where the address is not confirmed: it may be a stranger's words. */
export const greeting = (language: Locale, to?: Pick<AccountRow, 'name' | 'confirmed_at'>): string =>
  hello[language](to?.confirmed_at ? plainLine(to.name) : '')

/** Counts a mail to an unconfirmed address, and refuses above three a day for each of `callers` and the mailbox, against floods by strangers. */
export async function limitStrangerMail(
  deps: ServiceDeps,
  tx: Db,
  { kind, email, callers }: { kind: 'confirmMail' | 'requestMail'; email: string; callers: readonly string[] },
): Promise<void> {
  // callers first: those above their limit do not use up that of the mailbox
  for (const who of [...callers, mailboxOf(email)]) await limitHit(deps, { kind, who }, tx)
}
