import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { eventOf, fullOffer, orderOf, shopWith } from '../../../support/offer-samples.ts'
import { admin, customer, openAs, type openShop } from '../../../support/open-shop.tsx'

const first = eventOf(1, 'offer', { offer: fullOffer() })
const offered = orderOf(first)
const total = '€6,775.50'
// the form takes at most a year
const soon = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
const current = orderOf(eventOf(1, 'offer', { offer: fullOffer({ validUntil: soon }) }))
async function accept(user: Awaited<ReturnType<typeof openShop>>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Accept offer' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Accept offer 1?' })
  expect(dialog.textContent).toContain(total)
  await user.click(within(dialog).getByRole('button', { name: 'Accept offer' }))
}

test('the card on top, dialog and paper have the total with all charges; the paper has what is offered, and its days', async () => {
  const { user } = await openAs(customer, '/order/o1', shopWith(offered).answers)
  const card = (await screen.findByRole('region', { name: 'Now' })).textContent
  expect(card).toContain(total)
  expect(card).toContain('30 Nov 2099')
  const title = await screen.findByText(/^Request: /)
  const paper = title.closest('.paper')
  const words = paper?.textContent?.replace(/[\u00a0\u202f]/g, ' ') ?? ''
  for (const part of [
    'Offer 1',
    total,
    '30 November 2099',
    '15 October 2099',
    '30 days',
    'Ice is ours.',
    'Head on',
    '2.5 t',
    '-€50.00',
  ])
    expect(words).toContain(part)
  expect(words).not.toContain('3 t')
  await accept(user)
})

test('a withdrawn offer is not printed', async () => {
  const gone = orderOf(first, eventOf(2, 'withdraw', { offer: first._id }))
  await openAs(customer, '/order/o1', shopWith(gone).answers)
  expect(await screen.findByText('Offer 1 withdrawn')).toBeTruthy()
  // as soon as the paper could have come
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  expect(screen.queryByText(/^Request: /)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Print offer' })).toBeNull()
})

test('an offer that waits is opened again and edited: there is never a second one', async () => {
  const { answers } = shopWith(current)
  const { user, deps } = await openAs(admin, '/order/o1', answers)
  await user.click(await screen.findByRole('button', { name: 'Revise offer' }))
  await screen.findByRole('button', { name: 'Send offer' })
  await user.click(screen.getByRole('button', { name: 'Send offer' }))
  // at once: while the offer is tried again, the button is gone
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  fireEvent.change(await screen.findByLabelText('Price per tonne of Common octopus'), { target: { value: '1700' } })
  await user.click(screen.getByRole('button', { name: 'Send offer' }))
  await waitFor(async () => {
    const rows = await deps.db.outbox.toArray()
    expect(rows.map(({ payload }) => payload.body)).toMatchObject([{ offer: { lines: [{ price: 170_000 }, {}] } }])
  })
  expect(within(await screen.findByRole('list', { name: 'Thread' })).getAllByText(/^Offer 2: /)).toHaveLength(1)
})

test('Cancel closes the form and saves what was typed; the next time it says so and can discard it', async () => {
  const { answers } = shopWith(current)
  const { user } = await openAs(admin, '/order/o1', answers)
  await user.click(await screen.findByRole('button', { name: 'Revise offer' }))
  await screen.findByRole('button', { name: 'Send offer' })
  const price = () => screen.getByLabelText<HTMLInputElement>('Price per tonne of Common octopus')
  fireEvent.change(price(), { target: { value: '1700' } })
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Revise offer'))
  await user.click(screen.getByRole('button', { name: 'Revise offer' }))
  await screen.findByRole('button', { name: 'Send offer' })
  expect(await screen.findByText(/^This is what you typed before/)).toBeTruthy()
  expect(price().value).toBe('1700')
  await user.click(screen.getByRole('button', { name: 'Discard what you typed' }))
  expect(price().value).toBe('1850.00')
  expect(screen.queryByText(/^This is what you typed before/)).toBeNull()
})

test('the note of the sheet and the offer of notifications are true in each state', async () => {
  const declined = { ...orderOf(first, eventOf(2, 'decline', { offer: first._id })), state: 'declined' as const }
  await openAs(customer, '/order/o1', shopWith(declined).answers)
  expect(await screen.findByText('You have declined our offer.')).toBeTruthy()
  expect(screen.queryByText(/We will answer with price/)).toBeNull()
})
