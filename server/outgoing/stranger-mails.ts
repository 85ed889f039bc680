import type { Handle } from '../platform/db/handle.ts'
import type { Refusal } from '../platform/outcome.ts'
import { limitHit } from '../platform/rate-limits.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { mailboxOf } from './mailbox.ts'

/**
 * Counts a mail to an unconfirmed address, and refuses if it may not be sent: three a day for each of `callers`
 * (accounts and address groups) and for the mailbox. Otherwise a stranger could use the shop to flood other people's mailboxes.
 */
export async function limitStrangerMail(
  deps: ServiceDeps,
  tx: Handle,
  { kind, email, callers }: { kind: 'confirmMail' | 'requestMail'; email: string; callers: readonly string[] },
): Promise<Refusal | undefined> {
  // callers first: those above their limit do not use up that of the mailbox
  for (const who of [...callers, mailboxOf(email)]) {
    const limited = await limitHit(deps, { kind, who }, tx)
    if (limited) return limited
  }
  return undefined
}
