import { PaperData, PaperInput, Papers } from '../../contract/papers/papers.ts'
import type { Route } from '../platform/http/route.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { listPapers, makePaper } from './papers.ts'

/** Pro formas and packing lists of accepted orders. */
export function paperRoutes(route: Route, deps: ServiceDeps): void {
  route('listPapers', {
    summary: 'The papers of an order, newest first, and what new ones would lack',
    answer: Papers,
    handle: ({ param }) => listPapers(deps, param),
  })
  route('makePaper', {
    summary:
      'Make a pro forma or a packing list, numbered without a gap, as a file of the thread; exactly once per Idempotency-Key, which becomes its id',
    body: PaperInput,
    answer: PaperData,
    status: 201,
    handle: ({ param, body, user, key, encode }) =>
      makePaper(deps, { orderId: param, kind: body.kind, author: user, key, encode }),
  })
}
