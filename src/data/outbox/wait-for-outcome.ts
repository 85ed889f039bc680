import type { OutboxRow } from '../rows.ts'
import type { ShopDatabase } from '../schema.ts'
import { type Wait, waitForValue } from '../wait-for-value.ts'
import { getOutboxRow } from './outbox-rows.ts'

interface OutcomeWait extends Wait {
  /** also ends when a first try has ended without an answer */
  orTried?: boolean
}

/** Waits, at most `within` ms, until an entry is sent, refused or waits for a login. Returns it as it is then. */
export function waitForOutcome(
  db: ShopDatabase,
  id: string,
  { orTried = false, ...wait }: OutcomeWait,
): Promise<OutboxRow | undefined> {
  const hasOutcome = (row: OutboxRow | undefined) => {
    const isTried = orTried && row?.state === 'queued' && row.problem !== undefined
    return isTried || (row !== undefined && ['done', 'attention', 'waiting-login'].includes(row.state))
  }
  return waitForValue(() => getOutboxRow(db, id), hasOutcome, wait)
}
