import * as v from 'valibot'
import { AdminAction, subjectKinds } from '../../../contract/admin-log.ts'
import { oneOf } from '../../../contract/texts/text-schemas.ts'
import type { ServiceDeps } from '../../service-deps.ts'
import { listAdminActions } from '../admin-log.ts'
import { answerList, keywordQuery, pagingQuery } from './paging.ts'
import type { Route } from './route.ts'

const LogQuery = v.object({
  by: v.optional(v.pipe(v.string(), v.maxLength(100), v.description('id of the administrator'))),
  thing: v.optional(oneOf(subjectKinds)),
  ...keywordQuery,
  ...pagingQuery,
})

/** The read-only log of administrators' actions. */
export function adminLogRoutes(route: Route, deps: ServiceDeps): void {
  route('listAdminActions', {
    summary: 'Actions of administrators, newest first; optionally of one administrator or on one kind of thing',
    query: LogQuery,
    answer: v.array(AdminAction),
    handle: async ({ query }) => answerList('/api/admin/log/', query, await listAdminActions(deps, query)),
  })
}
