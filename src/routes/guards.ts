import { redirect } from '@tanstack/react-router'
import type { Session } from '../db/rows.ts'
import { getSession } from '../db/session.ts'
import type { RouterContext } from './root.ts'

interface Guarded {
  context: RouterContext
  location: { href: string }
}

/** Signed in, or on the way to the login, which leads back here (specification section 6). */
export async function requireUser({ context, location }: Guarded): Promise<{ session: Session }> {
  const session = await getSession(context.deps.db)
  if (!session) throw redirect({ to: '/login', search: { redirect: location.href } })
  return { session }
}

/** Signed in as administrator, or on the way to the login. The server decides every right again by itself. */
export async function requireAdmin(guarded: Guarded): Promise<{ session: Session }> {
  const found = await requireUser(guarded)
  if (!found.session.isAdmin) throw redirect({ to: '/login', search: { redirect: guarded.location.href } })
  return found
}
