import { sql } from 'kysely'
import type { Handle } from './handle.ts'

/** What a commit has changed, for the live streams. */
export type Hint =
  | { kind: 'orders'; buyer: string }
  | { kind: 'catalogue' }
  | { kind: 'shop' }
  /** sessions or rights of an account */
  | { kind: 'account'; id: string }

/** The channel of NOTIFY on PostgreSQL. */
export const hintChannel = 'quayside_hints'

/** Tells the live streams of a change when the transaction commits. */
export function tell(tx: Handle, hint: Hint): void {
  tx.hints ??= new Set()
  tx.hints.add(JSON.stringify(hint))
}

export function parseHint(text: string): Hint {
  // `tell` has written it, in this process or in another instance of the same version
  return JSON.parse(text) as Hint
}

/** PostgreSQL: tells all instances, this one too, when the transaction commits. */
export async function notifyHints({ query, hints }: Handle): Promise<void> {
  if (!hints) return
  const calls = [...hints].map((text) => sql`pg_notify(${hintChannel}, ${text})`)
  await sql`select ${sql.join(calls)}`.execute(query)
}
