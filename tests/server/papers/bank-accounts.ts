import { v7 } from 'uuid'
import { isoNow } from '../../../server/db/database.ts'
import type { TestShop } from '../harness.ts'

/** A bank account of a holder. */
export const bankAccount = (holder = 'Quay SA') => ({
  holder,
  bank: 'Banque du Port',
  account: 'GB82 WEST 1234 5698 7654 32',
  bic: 'BDPOSNDA',
})

/** Puts an account into force, and one by somebody else on its way; returns the id of that one. */
export async function addPendingBank(t: Pick<TestShop, 'db' | 'clock'>): Promise<string> {
  const asked = { asked_at: isoNow(t.clock), asked_by: 'somebody', asked_by_name: 'Somebody', withdrawn_at: null }
  const accounts = [0, 60_000].map((later) => ({
    ...{ id: v7(), ...bankAccount(), ...asked },
    holds_from: isoNow(t.clock, later),
  }))
  await t.db.query.insertInto('bank_account').values(accounts).execute()
  return accounts[1]?.id ?? ''
}
