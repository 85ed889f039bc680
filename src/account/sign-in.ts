import { useRouter } from '@tanstack/react-router'
import type { UserWithToken } from '../../contract/accounts.ts'
import { putSession } from '../db/session.ts'
import { type Deps, useDeps } from '../db/use-deps.tsx'
import { attempt } from '../lib/record.ts'
import { useIsHere } from '../ui/use-is-here.ts'

/**
 * Stores the user who logged in, sends this user's pending entries, and opens `to` in place of this screen, unless the person
 * has left it: a used link goes from the browser's history.
 */
export function useSignIn(): (user: UserWithToken, to: string) => Promise<void> {
  const { db, sync } = useDeps()
  const { history } = useRouter()
  const isHere = useIsHere()
  return async (user, to) => {
    await storeUser(db, user)
    sync.retryUnanswered()
    if (isHere()) history.replace(to)
  }
}

/** Replaces the stored user info with the server's answer (specification section 4, profile update). */
export async function storeUser(db: Deps['db'], user: UserWithToken): Promise<void> {
  const { _id: userId, name, email, isAdmin, rights, parties, addresses, token } = user
  const account = { ...(parties && { parties }), ...(addresses && { addresses }) }
  await putSession(db, { userId, name, email, isAdmin, rights, ...account, token })
}

const appOrigin = 'https://quayside.invalid'

/**
 * Where to go after login or registration: the path after `=` in the query (specification section 2), decoded once.
 * What is no path inside the app becomes `/`, also what browsers would read as another host.
 */
export function redirectTarget(search: string): string {
  const path = attempt(() => decodeURIComponent(textAfterEquals(search)))
  if (path === undefined || !/^\/(?![/\\])[^\\\p{C}]*$/u.test(path)) return '/'
  // dot segments may resolve to a second slash: check the resolved address
  const url = attempt(() => new URL(path, appOrigin))
  if (url === undefined || url.origin !== appOrigin || url.pathname.startsWith('//')) return '/'
  return /^\/(login|register)\b/.test(url.pathname) ? '/' : url.pathname + url.search
}

function textAfterEquals(search: string): string {
  const named = /[?&]redirect=(.*)$/s.exec(search)?.[1]
  if (named !== undefined) return named
  const at = search.indexOf('=')
  return at < 0 ? '' : search.slice(at + 1)
}
