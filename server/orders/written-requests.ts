import { v7 } from 'uuid'
import type { OrderInput } from '../../contract/orders.ts'
import { queueMail } from '../accounts/account-mails.ts'
import { readIdentity } from '../accounts/users.ts'
import { findUserByEmail, insertUser, lockUserForShare, requireUser, rightsOf } from '../accounts/users-table.ts'
import { type Db, isoNow, lockForShare } from '../db/database.ts'
import type { AccountRow } from '../db/row-types.ts'
import { refuse, refuseFields, wasRefused } from '../http/refusal.ts'
import { limitStrangerMail } from '../outbox/mail-throttle.ts'
import type { ServiceDeps } from '../service-deps.ts'

/** The address of a customer without one: nothing is ever mailed there (RFC 2606). */
export const noMailbox = '@no-mail.invalid'

type Asking = Pick<AccountRow, 'id' | 'name' | 'email' | 'parties'>

interface Writing {
  caller: { id: string }
  input: Pick<OrderInput, 'for' | 'language'>
  language: string
}

/** The buyer of a request: the caller, or the customer for whom staff write it down. Refuses with `forbidden`, and `invalid-fields` for an unknown customer. */
export async function findAsking(
  deps: ServiceDeps,
  tx: Db,
  { caller, input, language }: Writing,
): Promise<{ buyer: Asking; written_by: string | null }> {
  const { for: customer } = input
  const user = await lockUserForShare(tx, caller.id)
  if (customer === undefined || customer === user.id) return { buyer: user, written_by: null }
  if (!rightsOf(user).includes('orders')) throw refuse('forbidden')
  const buyer =
    typeof customer === 'string'
      ? await lockForShare(tx, 'account', { id: customer })
      : await makeCustomer(deps, tx, customer, input.language ?? language)
  if (!buyer) throw refuseFields({ path: 'for', rule: 'allowedValue' })
  return { buyer, written_by: user.name }
}

type NewCustomer = Exclude<OrderInput['for'], string | undefined>

/** An account that nobody can log into before its owner has chosen a password; that of the address, if there is one. */
async function makeCustomer(deps: ServiceDeps, tx: Db, customer: NewCustomer, language: string): Promise<Asking> {
  const id = v7()
  const { name, email } = readIdentity({ name: customer.name, email: customer.email ?? `${id}${noMailbox}` })
  const row = { id, name, email, password_hash: '', rights: '', created_at: isoNow(deps.clock) }
  const isNew = await insertUser(tx, row)
  const known = isNew ? undefined : await findUserByEmail(tx, email)
  const buyer = await requireUser(tx, known?.id ?? id)
  if (!customer.invite || !customer.email || !deps.orderMails) return buyer
  const isLimited = await wasRefused(limitStrangerMail(deps, tx, { kind: 'confirmMail', email, callers: [] }))
  if (isNew && !isLimited) await queueMail(deps, tx, { mail: 'reset', email, language })
  return buyer
}
