import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'
import { rights } from '../../contract/accounts.ts'
import { normaliseEmail } from '../../contract/fields.ts'
import { isoNow } from '../platform/clock.ts'
import { transact } from '../platform/db/transact.ts'
import { refuse, wasRefused } from '../platform/refusal.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { hashPassword } from './passwords.ts'
import { changeRights } from './trust.ts'
import * as users from './users-table.ts'

/** Used when the settings name no administrator. */
const fallbackEmail = 'admin@quayside.example'

/**
 * Creates the first administrator of a shop that has none, with the address and password of the settings. An existing
 * account with that address gets both rights and password. Returns a generated password, to be shown once; undefined if
 * none was needed.
 */
export async function makeFirstAdmin(
  deps: ServiceDeps,
  wanted: { email: string | undefined; password: string | undefined },
): Promise<{ email: string; password: string } | undefined> {
  if ((await users.countWithRight(deps.db, 'shop')) > 0) return undefined
  const email = normaliseEmail(wanted.email ?? fallbackEmail)
  const password = wanted.password ?? randomBytes(15).toString('base64url')
  const hash = await hashPassword(password)
  const creating = transact(deps.db, async (tx) => {
    if ((await users.lockAdmins(tx)).some((admin) => admin.rights.includes('shop'))) throw refuse('email-taken')
    const fields = { name: 'Administrator', email, password_hash: hash, rights: users.rightsText(rights) }
    const found = await users.findUserByEmail(tx, email)
    const locked = found && (await users.lockUser(tx, found.id))
    // another instance that starts at the same time has created it and printed its password
    if (locked && users.rightsOf(locked).includes('shop')) throw refuse('email-taken')
    if (locked) {
      const change = await changeRights(deps, tx, { account: locked, rights: fields.rights })
      const credentials_at = isoNow(deps.clock)
      await users.updateUser(tx, locked.id, { ...fields, ...change, credentials_at, name: locked.name })
    } else if (!(await users.insertUser(tx, { id: v7(), ...fields, created_at: isoNow(deps.clock) }))) {
      throw refuse('email-taken')
    }
  })
  return (await wasRefused(creating)) || wanted.password !== undefined ? undefined : { email, password }
}
