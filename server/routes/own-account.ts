import { Type } from 'typebox'
import { DeleteAccountInput, OwnData, OwnSession } from '../../contract/account.ts'
import type { Route } from '../http/route.ts'
import { done } from '../services/outcome.ts'
import { collectOwnData, deleteOwnAccount } from '../services/own-account.ts'
import { endOwnSession, listOwnSessions } from '../services/own-sessions.ts'
import type { Shop } from '../services/shop.ts'

/** One's own sessions, data and account. The profile is in `userRoutes`. */
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
    summary: 'Everything that is stored about the user',
    answer: OwnData,
    handle: ({ user }) => collectOwnData(shop, user),
  })
  route('deleteOwnAccount', {
    summary: 'Delete one’s own account; cancels open orders and removes the name from reviews',
    body: DeleteAccountInput,
    handle: ({ user, body }) => deleteOwnAccount(shop, user, body.password),
  })
}
