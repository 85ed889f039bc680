import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Review } from '../../../../contract/fishes.ts'
import { createDatabase } from '../../../../src/db/database.ts'
import { reviewEntry } from '../../../support/entries.ts'
import { offline, type Saying } from '../../../support/fake-server.ts'
import { detail } from '../../../support/fishes.ts'
import { admin, customer, openAs, openShop } from '../../../support/open-shop.tsx'

const review = (n: number, over: Partial<Review> = {}): Review => ({
  _id: `0190a1b2-0000-7000-8000-0000000002${String(n).padStart(2, '0')}`,
  name: `Buyer ${n}`,
  rating: 4,
  comment: `Comment ${n}`,
  created_at: '2026-01-02T12:00:00.000Z',
  ...over,
})

/** A product with reviews, the newest first, as the shop answers it in pages of twenty. */
function productWith(reviews: Review[], session = customer) {
  const shop = { reviews }
  const { _id } = detail()
  const call = `/fishes/${_id}/reviews/`
  const answers: Record<string, Saying> = {
    [`GET /fishes/${_id}`]: () => ({
      status: 200,
      body: detail({ reviews: shop.reviews.slice(0, 20), numReviews: shop.reviews.length }),
    }),
    [`GET ${call}`]: ({ path }) => {
      const page = Number(new URLSearchParams(path.split('?')[1]).get('page'))
      const pages = Math.ceil(shop.reviews.length / 20)
      const rows = shop.reviews.slice((page - 1) * 20, page * 20)
      return { status: 200, body: { reviews: rows, page, pages, total: shop.reviews.length } }
    },
  }
  for (const { _id: id } of reviews)
    answers[`DELETE ${call}${id}/`] = () => {
      shop.reviews = shop.reviews.filter((each) => each._id !== id)
      return { status: 204 }
    }
  return { shop, call, open: () => openAs(session, `/products/${_id}`, answers) }
}

const shown = () => screen.queryAllByText(/^Comment \d+$/).map((text) => Number(text.textContent?.slice(8)))
const many = (count: number) => Array.from({ length: count }, (_, n) => review(n + 1))
/** The button, when it can be pressed: while a page is on its way a press does nothing. */
const older = async () => {
  const button = await screen.findByRole('button', { name: 'Show older reviews' })
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'))
  return button
}

test('older reviews load page by page, each once, and the focus moves to the first new one', async () => {
  const { shop, open } = productWith(many(45))
  const { user } = await open()
  await user.click(await older())
  await waitFor(() => expect(shown()).toHaveLength(40))
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Comment 21'))
  // two new reviews have moved the others down meanwhile
  shop.reviews = [review(98), review(99), ...shop.reviews]
  await user.click(await older())
  await waitFor(() => expect(shown()).toHaveLength(45))
  expect(shown()).toEqual(many(45).map((_, n) => n + 1))
  expect(screen.queryByRole('button', { name: 'Show older reviews' })).toBeNull()
})

test('there is no button if all reviews are shown, or if only their number is known', async () => {
  const first = await productWith(many(3)).open()
  await screen.findByText('Comment 3')
  expect(screen.queryByRole('button', { name: 'Show older reviews' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull()
  first.unmount()
  const { _id } = detail()
  await openShop(`/products/${_id}`, { answers: { [`GET /fishes/${_id}`]: { status: 200, body: detail() } } })
  await screen.findByText('The reviews of this product need a connection.')
  expect(screen.queryByRole('button', { name: 'Show older reviews' })).toBeNull()
})

test('without a connection loading older reviews shows the reason and can be repeated', async () => {
  const { call, open } = productWith(many(21))
  const { user, server } = await open()
  const online = server.sayings[`GET ${call}`]
  server.sayings[`GET ${call}`] = offline
  await user.click(await older())
  expect((await screen.findByRole('alert')).textContent).toContain('There is no connection to the shop.')
  if (online) server.sayings[`GET ${call}`] = online
  await user.click(await older())
  await waitFor(() => expect(shown()).toHaveLength(21))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('an administrator deletes a review after a confirmation; the next page skips none', async () => {
  const { shop, call, open } = productWith(many(45), admin)
  const { user, server } = await open()
  await user.click(await older())
  await waitFor(() => expect(shown()).toHaveLength(40))
  const name = /^Delete the review of Buyer 30, 2 Jan 2026/
  await user.click(screen.getByRole('button', { name }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Are you sure want to delete?' })
  expect(dialog.textContent).toContain('Buyer 30')
  await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  expect(server.callsTo(`DELETE ${call}${review(30)._id}/`)).toEqual([])
  await user.click(screen.getByRole('button', { name }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(shown()).not.toContain(30))
  expect(shop.reviews).toHaveLength(44)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await user.click(await older())
  await user.click(await older())
  const left = many(45).map((_, n) => n + 1)
  await waitFor(() => expect(shown()).toEqual(left.filter((n) => n !== 30)))
})

test('a reviewer’s name that imitates the shop has a badge', async () => {
  await productWith([review(1, { name: 'Quayside', posesAsShop: true }), review(2)]).open()
  // the reviews load after the product
  await screen.findByRole('heading', { name: 'Reviews' })
  const [posing, honest] = screen.getAllByRole('listitem').filter((item) => item.id.startsWith('review-'))
  expect(posing?.textContent).toContain('Not the shop')
  expect(honest?.textContent).not.toContain('Not the shop')
})

test('a review that waited is no longer called waiting once the shop has it', async () => {
  const { _id } = detail()
  const call = `POST /fishes/${_id}/reviews/`
  const answers: Record<string, Saying> = { [`GET /fishes/${_id}`]: { status: 200, body: detail() }, [call]: offline }
  const { user, server, deps } = await openAs(customer, `/products/${_id}`, answers)
  const wait = deps.sync.waitForOutcome
  deps.sync.waitForOutcome = (id) => wait(id, 0)
  await user.type(await screen.findByLabelText('Comment'), 'Firm')
  await user.click(screen.getByRole('button', { name: 'Submit review' }))
  const saved = /^It is saved on this device and will be sent by itself/
  expect(await screen.findByText(saved)).toBeTruthy()
  server.sayings[call] = { status: 201, body: { message: 'Review added', _id: 'r' } }
  deps.sync.sendNow()
  await waitFor(async () => expect((await deps.db.outbox.toArray())[0]?.state).toBe('done'))
  await waitFor(() => expect(screen.queryByText(saved)).toBeNull())
})

test('after a refused review is discarded the focus is on what became of it', async () => {
  const { _id } = detail()
  const device = createDatabase('review-discarded')
  await device.outbox.put({
    ...reviewEntry(
      { id: 'r1', fishe: _id, body: { rating: 1, comment: '' }, trade_name: 'Hake', session: customer },
      1,
    ),
    seq: 1,
    state: 'attention',
  })
  const answers: Record<string, Saying> = { [`GET /fishes/${_id}`]: { status: 200, body: detail() } }
  const { user } = await openShop(`/products/${_id}`, { answers, session: customer, device })
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull())
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Discarded. It was not sent.'))
})
