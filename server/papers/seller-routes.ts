import { BankInput, BankPassword, Seller, SellerInput } from '../../contract/papers/parties.ts'
import type { Route } from '../platform/http/route.ts'
import { done } from '../platform/outcome.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { changeBank, confirmBank, withdrawBank } from './bank.ts'
import { getSeller, updateSeller } from './seller.ts'

/** Who sells, and the bank account that buyers pay to. */
export function sellerRoutes(route: Route, deps: ServiceDeps): void {
  route('getSeller', {
    summary: 'Who sells, as papers name it, and the bank account',
    answer: Seller,
    handle: async ({ user }) => done(await getSeller(deps, deps.db, user.id)),
  })
  route('updateSeller', {
    summary: 'Replace the names and numbers of who sells; with a version only if they are unchanged since, else 409',
    body: SellerInput,
    answer: Seller,
    handle: ({ body, user }) => updateSeller(deps, body, user),
  })
  route('changeBank', {
    summary:
      'Give the bank account that buyers pay to: the first at once, another after a day unless a second person confirms it',
    body: BankInput,
    answer: Seller,
    handle: ({ body, user }) => changeBank(deps, body, user),
  })
  route('confirmBank', {
    summary: 'Let a pending bank account hold at once; only for another person than the one who gave it',
    body: BankPassword,
    answer: Seller,
    handle: ({ param, body, user }) => confirmBank(deps, { id: param, password: body.password, actor: user }),
  })
  route('withdrawBank', {
    summary: 'Withdraw a pending bank account',
    handle: ({ param, user }) => withdrawBank(deps, param, user),
  })
}
