import { v7 } from 'uuid'
import { isEmail, isGmail, normaliseEmail } from '../../contract/email.ts'
import type { SubscribeAnswer, Subscriber } from '../../contract/subscribers.ts'
import * as subscribers from '../db/subscribers.ts'
import { done, type Refusal, refuseFields } from '../http/outcome.ts'
import type { Listed } from '../http/paging.ts'
import { type ListQuery, listRows } from './lists.ts'
import { type Answered, oncePerKey } from './once.ts'
import { isoNow, type Shop } from './shop.ts'

/**
 * Signs a Gmail address up to the newsletter (specification section 5). Status 201 the first time and 200 later; the
 * answer is the same. Refuses with `invalid-fields` and what `oncePerKey` refuses with.
 */
export async function subscribe(
  shop: Shop,
  request: {
    email: string
    key: string | undefined
    address: string
    encode: (answer: SubscribeAnswer) => string
  },
): Promise<Answered | Refusal> {
  const { key, address } = request
  if (!isEmail(request.email)) return refuseFields(['email', 'Please enter a valid email address'])
  if (!isGmail(request.email)) return refuseFields(['email', 'Please enter a Gmail address'])
  const email = normaliseEmail(request.email)
  const payload = { call: 'subscribe', email }
  return oncePerKey(shop, { key, owner: '', payload, limit: { kind: 'subscribe', who: address } }, async (tx) => {
    const isNew = await subscribers.insertSubscriber(tx, { id: v7(), email, created_at: isoNow(shop.clock) })
    return done({ status: isNew ? 201 : 200, text: request.encode({ email }) })
  })
}

/** Subscribers for administrators, newest first. */
export async function listSubscribers({ db }: Shop, query: ListQuery): Promise<Listed<Subscriber>> {
  const listed = await listRows(query, subscribers.allSubscribers(db))
  return { ...listed, rows: listed.rows.map(({ id, ...row }) => ({ _id: id, ...row })) }
}
