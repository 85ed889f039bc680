// @vitest-environment node
import { expect, it } from 'vitest'
import { newShop } from '../../../../contract/shop.ts'
import { renderOffer } from '../../../../server/site/offer-page.ts'
import { offer, orderWith } from '../../../support/some-orders.ts'

it.each([
  ['Pacific/Auckland', '2026-06-15T12:30:00.000Z', '16 June 2026'],
  ['America/Los_Angeles', '2026-06-15T06:30:00.000Z', '14 June 2026'],
])('an offer has the day of its shop in %s', (timeZone, at, day) => {
  const { reference, shippingAddress, orderItems } = orderWith([])
  const shared = { reference, shippingAddress, number: 1, at, offer: offer(), items: orderItems }
  const visit = { locale: 'en', asked: undefined, root: '../', base: 'https://quay.example/' } as const
  const context = { visit, shop: { ...newShop, timeZone }, style: 'style.css' }
  const page = renderOffer(context, { ...shared, buyer: { name: 'Ana' }, isAccepted: false })
  expect(page).toContain(`<p>Date: ${day}<br>`)
})
