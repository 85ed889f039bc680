import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { cartLineOf, getCart, putCartLine } from '../../../../src/db/cart.ts'
import { offline, refusal, type Saying } from '../../../support/fake-server.ts'
import { fish } from '../../../support/fishes.ts'
import { customer, goOnWithoutAnswers, openShop } from '../../../support/open-shop.tsx'
import { readyToSend } from '../../../support/ready-to-send.ts'

const accident = () => Promise.reject(new Error('an accident of the device'))

async function opened(answer: Saying = offline) {
  return openShop('/placeorder', {
    device: await readyToSend(),
    session: customer,
    answers: { 'POST /orders/add/': answer, 'GET /orders/myorders/': offline },
  })
}
const button = () => screen.findByRole('button', { name: 'Send Order' })

test('a refused order is shown on its page, without a word of sending', async () => {
  const { user, place } = await opened(refusal(422, 'invalid-fields'))
  await user.click(await button())
  await waitFor(() => expect(place()).toMatch(/^\/order\//))
  expect(await screen.findByText('The shop did not accept this request.')).toBeTruthy()
  expect(screen.queryByText('Sending…')).toBeNull()
})

test('who has left while a request is saved, and comes back with the next one, is not led away from it', async () => {
  const { user, deps, place, history } = await opened()
  const { promise: gate, resolve: save } = Promise.withResolvers<void>()
  const { enqueue } = deps.sync
  const saving = vi.spyOn(deps.sync, 'enqueue').mockImplementation(async (...entry) => {
    const row = await enqueue(...entry)
    await gate
    return row
  })
  await user.click(await button())
  await waitFor(async () => expect(await deps.db.outbox.count()).toBe(1))
  history.push('/about')
  await screen.findByRole('heading', { level: 1, name: /About/ })
  await putCartLine(deps.db, cartLineOf(fish(), 5, 2))
  history.push('/placeorder')
  await button()
  save()
  await saving.mock.results[0]?.value
  // what goes on after it is in the tasks before this one
  await new Promise((done) => setTimeout(done, 50))
  expect([place(), (await getCart(deps.db)).length]).toEqual(['/placeorder', 1])
})

test('an error before the order is saved is shown, and Send can be pressed again', async () => {
  const shop = await opened()
  goOnWithoutAnswers(shop)
  const { user, deps, place } = shop
  const { cartOrder } = deps.sync
  deps.sync.cartOrder = accident
  await user.click(await button())
  expect(await screen.findByText('This could not be saved on this device.')).toBeTruthy()
  expect([screen.queryByText('Sending…'), (await getCart(deps.db)).length]).toEqual([null, 1])
  deps.sync.cartOrder = cartOrder
  await user.click(await button())
  await waitFor(() => expect(place()).toMatch(/^\/order\//))
})

test('on a full disk nothing is sent, which the screen says, and what was typed stays', async () => {
  const { user, deps, server, place } = await opened({ status: 201, body: { data: { _id: 'new' } } })
  const full = Object.assign(new Error('full'), { name: 'QuotaExceededError' })
  const put = vi.spyOn(deps.db.outbox, 'bulkPut').mockRejectedValue(full)
  await user.type(await screen.findByLabelText('Note'), 'at once')
  await user.click(await button())
  expect(await screen.findByText(/^This could not be saved: the device has no room/)).toBeTruthy()
  expect([server.callsTo('POST /orders/add/').length, (await getCart(deps.db)).length]).toEqual([0, 1])
  put.mockRestore()
  await user.click(await button())
  await waitFor(() => expect(place()).toBe('/order/new'))
  expect(server.callsTo('POST /orders/add/').map(({ body }) => JSON.stringify(body))).toEqual([
    expect.stringContaining('at once'),
  ])
})
