import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { OfferLink } from '../../../../../contract/orders.ts'
import { refusal } from '../../../../support/fake-server.ts'
import { eventOf, fullOffer, orderOf, shopWith } from '../../../../support/offer-samples.ts'
import { customer, openAs } from '../../../../support/open-shop.tsx'

const link: OfferLink = { _id: 'l1', at: '2026-11-02T10:00:00.000Z', by: 'buyer', until: '2027-11-02', seen: 0 }

test('a link that was already revoked elsewhere is said to be revoked, and the focus is not lost', async () => {
  let links = [link]
  const { answers } = shopWith(orderOf(eventOf(1, 'offer', { offer: fullOffer() })))
  const { user } = await openAs(customer, '/order/o1', {
    ...answers,
    'GET /orders/o1/links/': () => ({ body: links }),
    'DELETE /orders/o1/links/l1/': () => {
      links = []
      return refusal(404, 'not-found')
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Share' }))
  await user.click(await screen.findByRole('button', { name: 'Revoke' }))
  expect(await screen.findByText('The link was revoked.')).toBe(document.activeElement)
  await expect.poll(() => screen.queryByRole('button', { name: 'Revoke' })).toBeNull()
})
