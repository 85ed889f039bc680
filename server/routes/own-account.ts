import { Type } from 'typebox'
import { DeleteAccountInput, OwnData, OwnSession } from '../../contract/account.ts'
import type { Route } from '../http/route.ts'
import { done } from '../services/outcome.ts'
import { collectOwnData, deleteOwnAccount } from '../services/own-account.ts'
import { endOwnSession, listOwnSessions } from '../services/own-sessions.ts'
import type { Shop } from '../services/shop.ts'

/** What people do with their own account beside its profile. */
export function ownAccountRoutes(route: Route, shop: Shop): void {
  route('listSessions', {
    summary: 'One’s own sessions, on all devices',
    answer: Type.Array(OwnSession),
    handle: async ({ user }) => done(await listOwnSessions(shop, user)),
  })
  route('endSession', {
    summary: 'End one of one’s own sessions',
    handle: ({ user, param }) => endOwnSession(shop, user, param),
  })
  route('downloadOwnData', {
    summary: 'All that is stored about oneself',
    answer: OwnData,
    handle: ({ user }) => collectOwnData(shop, user),
  })
  route('deleteOwnAccount', {
    summary: 'Delete one’s own account; open requests are cancelled, reviews lose the name',
    body: DeleteAccountInput,
    handle: ({ user, address, body }) => deleteOwnAccount(shop, { ...user, from: address }, body.password),
  })
}
