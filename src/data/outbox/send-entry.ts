import type { Answer, Api } from '../../api/client.ts'
import type { OutboxRow } from '../rows.ts'

/** Timeout of a try, ms. A repeated try is safe, since it carries the same key. */
export const sendTimeout = 30_000

/** Sends an entry once, under its own key. Throws `ConnectionError` when no answer came. */
export function sendEntry(api: Api, row: OutboxRow, token: string | undefined): Promise<Answer> {
  const { payload, id: key } = row
  const out = { body: payload.body, key, token, timeout: sendTimeout }
  if (payload.kind === 'order') return api.exchange('createOrder', out)
  if (payload.kind === 'review') return api.exchange('createReview', { ...out, params: { id: payload.fishe } })
  if (payload.kind === 'order-event') return api.exchange('addOrderEvent', { ...out, params: { id: payload.order } })
  if (payload.kind === 'stock') return api.exchange('setStock', { ...out, params: { id: payload.fishe } })
  if (payload.kind === 'logout') return api.exchange('logout', { token: payload.token, key, timeout: sendTimeout })
  return api.exchange('sendContact', out)
}
