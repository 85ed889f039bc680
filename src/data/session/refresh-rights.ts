import type { Api } from '../../api/client.ts'
import type { ShopDatabase } from '../schema.ts'
import { getSession, putSession } from './session.ts'

/** Reads the rights of a signed-in administrator again, so that screens come and go with them. Rejects without a connection. */
export async function refreshRights({ db, api }: { db: ShopDatabase; api: Pick<Api, 'call'> }): Promise<void> {
  const session = await getSession(db)
  if (!session?.isAdmin || session.expired) return
  const { userId: id, token } = session
  const reply = await api.call('getUser', { params: { id }, token })
  if (!reply.ok || reply.body._id !== id) return
  const { isAdmin, rights } = reply.body
  const now = await getSession(db)
  if (now?.token === token && String(now.rights) !== String(rights)) await putSession(db, { ...now, isAdmin, rights })
}
