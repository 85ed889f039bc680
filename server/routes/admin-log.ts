import { Type } from 'typebox'
import { thingKinds } from '../../contract/action-kinds.ts'
import { AdminAction } from '../../contract/admin-log.ts'
import { oneOf } from '../../contract/text-schemas.ts'
import { answerList, keywordQuery, pagingQuery } from '../http/paging.ts'
import type { Route } from '../http/route.ts'
import { listAdminActions } from '../services/admin-log.ts'
import type { Shop } from '../services/shop.ts'

const LogQuery = Type.Object({
  by: Type.Optional(Type.String({ maxLength: 100, description: 'id of the administrator' })),
  thing: Type.Optional(oneOf(thingKinds)),
  ...keywordQuery,
  ...pagingQuery,
})

/** The read-only log of administrators' actions. */
export function adminLogRoutes(route: Route, shop: Shop): void {
  route('listAdminActions', {
    summary: 'Actions of administrators, newest first; optionally of one administrator or on one kind of thing',
    query: LogQuery,
    answer: Type.Array(AdminAction),
    handle: async ({ query }) => answerList('/api/admin/log/', query, await listAdminActions(shop, query)),
  })
}
