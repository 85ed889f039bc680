import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'
import { type Right, rights, type UserUpdate } from '../../contract/accounts.ts'
import { normaliseEmail } from '../../contract/fields.ts'
import { audit, recordChange } from '../audit/audit.ts'
import { type Db, deleteRows, isoNow, transact } from '../db/database.ts'
import { type Actor, refuseCaller } from '../http/caller.ts'
import type { Handler } from '../http/pipeline.ts'
import { refuse, refuseFields, required, wasRefused } from '../http/refusal.ts'
import { forgetOwner } from '../outbox/outbox-queue.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { isKept } from './account-links.ts'
import { mailChange } from './account-mails.ts'
import { queueConfirmation } from './confirm-email.ts'
import { endInvitationsTo } from './invitations.ts'
import { hashPassword } from './passwords.ts'
import { changeRights, requireTypedPassword, tooMuch, vouchedBy } from './trust.ts'
import { emailTaken, noUser, readIdentity, toAdminUser, toUser, unlessTaken } from './users.ts'
import * as users from './users-table.ts'

const fallbackEmail = 'admin@quayside.example'

/** Creates the first administrator, or gives that account rights and password. Returns a generated password; undefined if none was needed. */
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

/** All administrators and the account that one is about to change, locked. Only `shop` may touch other administrators: it could get their rights. */
export async function lockForChange(deps: ServiceDeps, tx: Db, { actor, id }: { actor: Actor; id: string }) {
  const admins = await users.lockAdmins(tx)
  const own = admins.find((admin) => admin.id === actor.id)?.rights
  if (!own) throw refuse((await users.findUser(tx, actor.id)) ? 'forbidden' : 'account-gone')
  await refuseCaller(deps, tx, actor)
  const account = required(await users.lockUser(tx, id), noUser)
  const isOthers = account.rights !== '' && id !== actor.id
  if (isOthers && !own.includes('shop')) throw refuse('forbidden')
  return { admins, own, account }
}

/** The rights after an update. `isAdmin` alone counts only as a change: apps from before the rights send it with every change of a name. */
function wantedRights({ isAdmin, rights: some }: UserUpdate, before: readonly Right[]): readonly Right[] {
  if (some) return some
  if (isAdmin === undefined || isAdmin === before.length > 0) return before
  return isAdmin ? rights : []
}

/** Changes a user; rights need `shop`. Nobody gives rights to themselves or any that they do not have, not even by an address to log in with. */
export const updateUser: Handler<'updateUser'> = async (deps, { param: id, body: input, user: actor, language }) => {
  if (input._id !== undefined && input._id.toLowerCase() !== id)
    throw refuseFields({ path: '_id', rule: 'unchangeable' })
  const identity = readIdentity(input)
  const work = transact(deps.db, async (tx) => {
    const { admins, own, account: before } = await lockForChange(deps, tx, { actor, id })
    const text = users.rightsText(wantedRights(input, users.rightsOf(before)))
    const isRightChanged = before.rights !== text
    if (isRightChanged && !own.includes('shop')) throw refuse('forbidden')
    const after = { ...identity, id, rights: text }
    const givenRights = users.rightsOf(after)
    if (!givenRights.includes('shop') && users.isLastOfShop(admins, id)) throw refuse('last-admin')
    const gained = givenRights.filter((right) => !users.rightsOf(before).includes(right))
    const isNewAddress = before.email !== after.email
    const handedOut = [...gained, ...(isNewAddress ? users.rightsOf(before) : [])]
    if ((gained.length > 0 && id === actor.id) || !handedOut.every((right) => own.includes(right))) throw tooMuch
    if (gained.length > 0 || isNewAddress) await requireTypedPassword(deps, tx, actor)
    const confirmed_at = isNewAddress ? null : before.confirmed_at
    const { name, email } = after
    const trust = isNewAddress && {
      credentials_at: isoNow(deps.clock),
      vouched_by: vouchedBy(before, await users.findUser(tx, actor.id)),
    }
    const change = isRightChanged && (await changeRights(deps, tx, { account: before, rights: text, giver: actor.id }))
    await users.updateUser(tx, id, { name, email, confirmed_at, ...trust, ...change })
    if (isNewAddress && (await isKept(deps, tx, after))) throw emailTaken
    if (isNewAddress) await mailChange(deps, tx, { account: before, language })
    // an older invitation must not give back what was taken
    if (isRightChanged) await endInvitationsTo(tx, before.email, isoNow(deps.clock))
    const kind = isRightChanged ? (gained.length > 0 ? 'rights-given' : 'rights-taken') : 'user-changed'
    const logged = { before: toUser(before), after: toUser(after) }
    await recordChange(deps, tx, { by: actor, kind, thing: { id, name }, ...logged })
    const mail = { email, language, caller: actor.id, address: actor.from }
    if (isNewAddress) await wasRefused(queueConfirmation(deps, tx, mail))
    return { user: toAdminUser({ ...after, confirmed_at }), isRightChanged }
  })
  const { user, isRightChanged } = await unlessTaken(work)
  const { isAdmin, rights: now } = user
  if (isRightChanged)
    deps.log?.warn({ account: id, isAdmin, rights: now.join(' '), by: actor.id, from: actor.from }, 'rights changed')
  return user
}

/** Deletes an account as an administrator. Its sessions stay, to be refused with `account-gone`; orders and reviews retain the name. */
export const deleteUser: Handler<'deleteUser'> = async (deps, { param: id, user: actor }) => {
  await transact(deps.db, async (tx) => {
    const { admins, account } = await lockForChange(deps, tx, { actor, id })
    if (users.isLastOfShop(admins, id)) throw refuse('last-admin')
    await users.lockOrdersOf(tx, id)
    await users.deleteUser(tx, id)
    await deleteRows(tx, 'invitation', { email: account.email })
    await forgetOwner(tx, id)
    const { name } = account
    await audit(deps, tx, { by: actor, kind: 'user-deleted', thing: { id, name }, before: toUser(account) })
  })
  deps.log?.warn({ account: id, by: actor.id, from: actor.from }, 'account deleted')
}
