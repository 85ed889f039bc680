import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { eventOf, fullOffer, orderOf, shopWith } from '../../../../support/offer-samples.ts'
import { customer, openAs } from '../../../../support/open-shop.tsx'

test('an answer that waits on the device is not called sent while the database cannot be read', async () => {
  const { answers } = shopWith(orderOf(eventOf(1, 'offer', { offer: fullOffer() })))
  const { user, deps, stopSending } = await openAs(customer, '/order/o1', answers)
  await stopSending()
  const wait = vi.spyOn(deps.sync, 'waitForOutcome').mockImplementation(async () => {
    // as on a phone that has put the page into the background
    vi.spyOn(deps.db.outbox, 'get').mockRejectedValue(new Error('DatabaseClosedError'))
    return undefined
  })
  await user.click(await screen.findByRole('button', { name: 'Accept offer' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.click(dialog.getByRole('button', { name: 'Accept offer' }))
  const said = 'Your acceptance is saved on this device. It counts only if it reaches us by 30 Nov 2099.'
  const [decided] = await screen.findAllByText((_, node) => node?.matches('[data-said]') === true)
  expect(decided?.textContent).toBe(said)
  expect(wait).toHaveBeenCalled()
  expect(screen.queryByText(/The shop has it/)).toBeNull()
})
