import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Order } from '../../../../../contract/orders.ts'
import { offline } from '../../../../support/fake-server.ts'
import { eventOf, items, octopusFacts } from '../../../../support/offer-samples.ts'
import { admin, customer, goOnWithoutAnswers, openAs, openShop } from '../../../../support/open-shop.tsx'
import { readyToSend } from '../../../../support/ready-to-send.ts'
import { orderWith } from '../../../../support/some-orders.ts'

const offered = orderWith([], { orderItems: items, state: 'offered', version: 1, events: [eventOf(1, 'offer')] })

const answers = (order: Order) => ({
  'GET /orders/o1/': { body: { data: order } },
  'GET /orders/changes/': { body: { changed: [order], deleted: [], next: 'n', more: false } },
})

test('the sheet, the offer and the printed offer say which size, packing and so on were asked for', async () => {
  const { user } = await openAs(customer, '/order/o1', answers(offered))
  const sheet = within(await screen.findByRole('article'))
  expect(sheet.getByText(octopusFacts)).toBeTruthy()
  const offer = within(screen.getByRole('table', { name: 'Prices of this offer' }))
  expect(offer.getByText(octopusFacts)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Print offer' }))
  // the third one is on the paper, whose code comes later
  await waitFor(() => expect(screen.getAllByText(octopusFacts)).toHaveLength(3))
})

test('the offer form says it too, and its fields tell two sizes of one product apart', async () => {
  const [octopus, grouper] = items
  if (!octopus || !grouper) throw new Error('There are two items')
  const small = { ...grouper, name: octopus.name, size: 'T8' }
  const asked = orderWith([], { orderItems: [octopus, small] })
  const { user } = await openAs(admin, '/order/o1', answers(asked))
  await user.click(await screen.findByRole('button', { name: 'Make an offer' }))
  const form = within(await screen.findByRole('form', { name: 'Make an offer' }))
  expect(form.getByText(octopusFacts)).toBeTruthy()
  expect(form.getByLabelText(`Price per tonne of Common octopus (${octopusFacts})`)).toBeTruthy()
  expect(form.getByLabelText('Quantity of Common octopus (T8)')).toBeTruthy()
})

test('a request that is not sent yet says what the saved product said', async () => {
  const shop = await openShop('/placeorder', {
    device: await readyToSend(),
    session: customer,
    answers: { 'POST /orders/add/': offline, 'GET /orders/myorders/': offline },
  })
  expect(await screen.findByText(octopusFacts)).toBeTruthy()
  goOnWithoutAnswers(shop)
  await shop.user.click(screen.getByRole('button', { name: 'Send Order' }))
  const sheet = within(await screen.findByRole('article'))
  expect(sheet.getByText(octopusFacts)).toBeTruthy()
})
