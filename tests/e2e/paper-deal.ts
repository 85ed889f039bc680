import type { Order } from '../../contract/orders.ts'
import { dealIn } from './deal.ts'
import { admin, type Customer, type Shop } from './shop.ts'

export const seller = {
  legalName: 'Pêcheries du Ñandú SA',
  taxNumber: 'SN-1',
  registrationNumber: '',
  approvalNumber: '12/A',
}
export const firstAccount = {
  holder: 'Quay SA',
  bank: 'Banque du Port',
  account: 'GB82 WEST 1234 5698 7654 32',
  bic: '',
}

/** Fills in who sells; the demonstration has a street. */
export async function fillIn(shop: Shop, token: string): Promise<void> {
  await shop.api('PUT', '/shop/seller/', { token, body: seller })
}

export async function giveAccount(shop: Shop, token: string): Promise<void> {
  const { bank } = await shop.api<{ bank?: object }>('GET', '/shop/seller/', { token })
  if (!bank) await shop.api('POST', '/shop/bank/', { token, body: { ...firstAccount, password: admin.password } })
}

/** An accepted order of two products, of which one was loaded. */
export async function acceptedOrder(shop: Shop, buyer: Customer): Promise<Order> {
  const deal = dealIn(shop)
  const { _id } = await deal.request(buyer, 2)
  const { events } = await deal.offer(_id)
  await deal.say(_id, { kind: 'accept', offer: events.at(-1)?._id ?? '' }, buyer.token)
  const token = await shop.adminToken()
  const { orderItems } = await deal.read(_id, token)
  const lines = orderItems.slice(0, 1).map(({ fishe }) => ({ fishe, qty: 1.5 }))
  const loaded = { container: 'CSQU3054383', seal: 'ML 77', temperature: -18, lines }
  await deal.say(_id, { kind: 'milestone', step: 'loaded', on: '2026-01-02', loaded }, token)
  return deal.read(_id, token)
}
