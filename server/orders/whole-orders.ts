import type { ServiceDeps } from '../service-deps.ts'
import { toEvent, toOrder } from './order-view.ts'
import { findOrder, listEventsAfter, listIdsOf } from './orders-table.ts'

/** Events that are read at once. */
const step = 10

/** The events of a thread from its beginning, as JSON without brackets. */
async function* wholeThread({ db }: ServiceDeps, orderId: string): AsyncGenerator<string> {
  let comma = ''
  for (let after = 0; ; ) {
    const events = await listEventsAfter(db, orderId, { after, limit: step })
    if (events.length > 0) yield comma + events.map((event) => JSON.stringify(toEvent(event))).join(',')
    if (events.length < step) return
    comma = ','
    after = events.at(-1)?.seq ?? after
  }
}

/** All orders of a buyer with their whole threads, newest first: a JSON list without brackets, in pieces of some 100 KB at most. */
export async function* wholeOrdersOf(deps: ServiceDeps, buyerId: string): AsyncGenerator<string> {
  let comma = ''
  for (const id of await listIdsOf(deps.db, buyerId)) {
    const stored = await findOrder(deps.db, id)
    // deleted meanwhile
    if (!stored) continue
    const { events, earlier, currentOffer: _, ...order } = toOrder(stored, deps.clock.now())
    yield `${comma}${JSON.stringify(order).slice(0, -1)},"events":[`
    if (earlier) yield* wholeThread(deps, id)
    else yield JSON.stringify(events).slice(1, -1)
    yield ']}'
    comma = ','
  }
}
