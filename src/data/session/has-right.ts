import type { Right } from '../../../contract/rights.ts'
import type { Session } from '../rows.ts'

/** Whether a session has a right. An administrator whose rights are not known, see `Session`, has all until the server says otherwise. */
export function hasRight(session: Pick<Session, 'isAdmin' | 'rights'> | undefined, right: Right): boolean {
  return session?.rights?.includes(right) ?? session?.isAdmin === true
}
