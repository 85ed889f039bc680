import { domainToASCII } from 'node:url'
import { normaliseEmail } from '../../contract/email.ts'

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
