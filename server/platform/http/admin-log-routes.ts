import { Type } from 'typebox'
import { subjectKinds } from '../../../contract/action-kinds.ts'
import { AdminAction } from '../../../contract/admin-log.ts'
import { oneOf } from '../../../contract/texts/text-schemas.ts'
import type { ServiceDeps } from '../../service-deps.ts'
import { listAdminActions } from '../admin-log.ts'
import { answerList, keywordQuery, pagingQuery } from './paging.ts'
import type { Route } from './route.ts'

const LogQuery = Type.Object({
  by: Type.Optional(Type.String({ maxLength: 100, description: 'id of the administrator' })),
  thing: Type.Optional(oneOf(subjectKinds)),
  ...keywordQuery,
  ...pagingQuery,
})

/** The read-only log of administrators' actions. */
export function adminLogRoutes(route: Route, deps: ServiceDeps): void {
  route('listAdminActions', {
    summary: 'Actions of administrators, newest first; optionally of one administrator or on one kind of thing',
    query: LogQuery,
    answer: Type.Array(AdminAction),
    handle: async ({ query }) => answerList('/api/admin/log/', query, await listAdminActions(deps, query)),
  })
}
