/**
 * `npm run create-admin -- E-MAIL [NAME] [--password-stdin]`: creates an administrator, or gives an existing account all
 * rights and a new password, even while the server runs. Prints a random password unless one is read from standard input.
 */
import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { v7 } from 'uuid'
import { rights } from '../../contract/accounts.ts'
import { isEmail, normaliseEmail } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { endResetLinks } from '../accounts/account-links.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { deleteOtherSessions } from '../accounts/sessions.ts'
import { changeRights } from '../accounts/trust.ts'
import { findUserByEmail, insertUser, rightsText, updateUser } from '../accounts/users-table.ts'
import { isoNow, transact } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { deleteFailedLogins } from '../db/rate-limits.ts'
import { CommandError, dataPlaces, runCommand, withDatabase } from './command.ts'

async function choosePassword(fromStdin: boolean): Promise<string> {
  if (!fromStdin) return randomBytes(12).toString('base64url')
  const password = (await text(process.stdin)).replace(/\r?\n$/, '')
  if (password.length < limits.passwordMin || password.length > limits.passwordMax) {
    throw new CommandError(`A password has ${limits.passwordMin} to ${limits.passwordMax} characters.`)
  }
  return password
}

await runCommand(async () => {
  const args = process.argv.slice(2)
  const fromStdin = args.includes('--password-stdin')
  const [address = '', name, ...rest] = args.filter((arg) => arg !== '--password-stdin')
  if (!isEmail(address) || rest.length > 0)
    throw new CommandError('Say who: npm run create-admin -- name@example.com "Name"')
  const email = normaliseEmail(address)
  const password = await choosePassword(fromStdin)
  const hash = await hashPassword(password)
  return withDatabase(dataPlaces(process.env), async (database, isHeld) => {
    if (!isHeld) await migrate(database)
    const existed = await transact(database, async (tx) => {
      const user = await findUserByEmail(tx, email)
      const right = { rights: rightsText(rights), password_hash: hash }
      if (user) {
        const change = await changeRights({ clock: Date }, tx, { account: user, rights: right.rights })
        const credentials_at = isoNow(Date)
        await updateUser(tx, user.id, { email, name: name ?? user.name, ...right, ...change, credentials_at })
        await deleteOtherSessions(tx, user.id, '')
        await endResetLinks(tx, user.id, isoNow(Date))
      } else {
        const created_at = isoNow(Date)
        await insertUser(tx, { id: v7(), email, name: name ?? 'Administrator', created_at, ...right })
      }
      // so that failed logins do not delay the first login with the new password
      await deleteFailedLogins(tx, email)
      return user !== undefined
    })
    const what = existed ? `${email} is an administrator now, with a new password.` : `Made the administrator ${email}.`
    return fromStdin ? what : `${what}\nPassword: ${password}`
  })
})
