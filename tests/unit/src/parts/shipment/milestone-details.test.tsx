import { i18n } from '@lingui/core'
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { eventOf, items, offerOf, orderOf } from '../../../../support/offer-samples.ts'
import { customer, openShop } from '../../../../support/open-shop.tsx'

test('what is loaded has a French colon in French', async () => {
  const { messages } = await import('../../../../../src/locales/fr.po')
  const lines = [{ fishe: items[0]?.fishe ?? '', qty: 1.5 }]
  const loaded = { container: 'CSQU3054383', lines }
  const order = orderOf(
    eventOf(1, 'offer', { offer: offerOf() }),
    eventOf(2, 'accept', { offer: eventOf(1, 'offer')._id }),
    eventOf(3, 'milestone', { by: { name: 'Quay', side: 'shop' }, step: 'loaded', on: '2026-11-03', loaded }),
  )
  await openShop('/order/o1', {
    session: customer,
    answers: { 'GET /orders/o1/': { body: { data: { ...order, state: 'accepted' } } } },
  })
  await screen.findByText('CSQU3054383')
  await act(async () => i18n.loadAndActivate({ locale: 'fr', messages }))
  const details = screen.getByText('CSQU3054383').parentElement
  expect(details?.textContent).toContain('Poulpe commun\u202f: 1,5\u00a0t')
})
