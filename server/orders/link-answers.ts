import { v7 } from 'uuid'
import type { LinkAnswer } from '../../contract/orders.ts'
import { findRow, transact } from '../db/database.ts'
import { limitHits } from '../db/rate-limits.ts'
import { refuse } from '../http/refusal.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { endAnswers, findLink, formOf } from './offer-links.ts'
import { addEvent } from './order-event-service.ts'
import * as orders from './order-queries.ts'
import { toThread } from './order-view.ts'

/** The answer of a person without an account, once a link. Refuses like `openOfferLink` and `addEvent`, and with `link-expired` where it was answered. */
export async function answerOfferLink(
  deps: ServiceDeps,
  { token, address, answer }: { token: string; address: string; answer: LinkAnswer },
): Promise<void> {
  const link = await findLink(deps, { token, address })
  await limitHits(deps, [
    { kind: 'linkAnswer', who: link.id },
    { kind: 'linkAnswerAddress', who: address },
  ])
  await transact(deps.db, async (tx) => {
    const order = await orders.lockOrder(tx, link.order_id)
    const now = await findRow(tx, 'offer_link', { id: link.id })
    if (!order || now?.may_accept !== 1) throw refuse('link-expired')
    const { current } = toThread(order)
    if (!current || answer.form !== formOf(token, current.id)) throw refuse('offer-not-current')
    const { answer: kind, name, company, note } = answer
    const author = { id: link.id, name: [name, company].filter(Boolean).join(', '), rights: [] }
    const event = { kind, offer: current.id, ...(note && { note }) }
    await addEvent(deps, tx, { order, event, author, id: v7(), via: 'link' })
    await endAnswers(tx, order.id)
  })
  deps.counts.orderEvents++
}
