import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { packingLine } from '../../../../contract/texts/packing-texts.ts'
import { getCart } from '../../../../src/db/cart.ts'
import { enqueueReview } from '../../../support/entries.ts'
import { offline, refusal, type Saying } from '../../../support/fake-server.ts'
import { detail } from '../../../support/fishes.ts'
import { customer, openAs, openShop } from '../../../support/open-shop.tsx'

const product = detail()
const path = `/products/${product._id}`
const call = `GET ${`/fishes/${product._id}`}`
const shown = { [call]: { status: 200, body: product } }
const reviews = `POST /fishes/${product._id}/reviews/`
/** Opens a product as a customer; the shop gives this answer to a review. */
const openAnswering = (answer: Saying) => openAs(customer, path, { ...shown, [reviews]: answer })

test('the login takes the typed tonnes of a visitor along, also without stock', async () => {
  const { user, unmount } = await openShop(path, { answers: shown })
  const field = await screen.findByRole('spinbutton', { name: 'Quantity in tonnes' })
  const login = () => screen.getByRole('link', { name: 'Login to order' }).getAttribute('href')
  await user.clear(field)
  await user.type(field, '12,5')
  expect(login()).toBe(`#/login?redirect=/cart/${product._id}?qty=12.5`)
  await user.type(field, 'x')
  expect(login()).toBe(`#/login?redirect=${path}`)
  unmount()
  await openShop(path, { answers: { [call]: { status: 200, body: detail({ countInStock: 0 }) } } })
  await screen.findByRole('link', { name: 'Login to order' })
  expect(login()).toBe(`#/login?redirect=/cart/${product._id}?qty=1`)
})

test('shows the facts of a product, and a visitor the link to the login', async () => {
  const facts = { code: 'OC-7', treatment: 'IQF', presentation: '', certificates: '' }
  await openShop(path, { answers: { [call]: { status: 200, body: detail(facts) } } })
  expect(await screen.findByRole('heading', { level: 1, name: 'Common octopus' })).toBeTruthy()
  const names = screen.getAllByRole('term').map((each) => each.textContent)
  expect(names).toEqual(expect.arrayContaining(['Article number', 'Treatment', 'Glazing', 'Origin', 'Packing']))
  expect([names.includes('Presentation'), names.includes('Certificates')]).toEqual([false, false])
  for (const text of [
    ...['Octopus vulgaris', 'Cephalopoda', 'Octopodidae', 'OCC', 'OC-7', 'IQF', '12.5%', 'FAO 34'],
    ...['T6 (0.8-1.2 kg)', '20 kg carton', '19 kg net', 'In stock'],
  ])
    expect(screen.getAllByText(text).length).toBeGreaterThan(0)
  expect(screen.queryByRole('term', { name: 'Price' })).toBeNull()
  expect(screen.getByText('5 reviews')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Quantity in tonnes' }).value).toBe('1')
  const login = () => screen.getByRole('link', { name: 'Login to order' }).getAttribute('href')
  const cart = path.replace('/products/', '/cart/')
  expect(login()).toBe(`#/login?redirect=${cart}?qty=1`)
  expect(screen.queryByRole('button', { name: 'Make order' })).toBeNull()
  expect(screen.queryByRole('textbox', { name: 'Comment' })).toBeNull()
  // rendered with Chakra, which loads after the product
  expect(await screen.findByText('Please log in')).toBeTruthy()
})

test.each([
  [{ size: 'T6', packing: '', weight: '20 kg carton' }, 'T6 · 20 kg carton'],
  [{ size: 'T6', packing: '10 kg carton', weight: '' }, 'T6 · 10 kg carton'],
  [{ size: '', packing: '10 kg carton', weight: '9 kg net' }, '10 kg carton · 9 kg net'],
  [{ size: '', packing: '10 kg carton', weight: '10 kg carton' }, '10 kg carton'],
  [{ size: '', packing: '', weight: '' }, ''],
])('the line of a card for %j is “%s”', (facts, line) => {
  expect(packingLine(facts, 'en')).toBe(line)
})

test('Make order puts the tonnes into the cart, but not an invalid quantity', async () => {
  const { user, deps, place } = await openAs(customer, path, shown)
  const field = await screen.findByRole('spinbutton', { name: 'Quantity in tonnes' })
  await user.clear(field)
  await user.click(screen.getByRole('button', { name: 'Make order' }))
  expect(document.activeElement).toBe(field)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(await getCart(deps.db)).toEqual([])
  await user.type(field, '2,5')
  await user.type(screen.getByRole('textbox', { name: 'Note on Common octopus' }), 'IQF only ')
  await user.click(screen.getByRole('button', { name: 'Make order' }))
  await waitFor(() => expect(place()).toBe('/cart'))
  expect(await getCart(deps.db)).toMatchObject([
    { fishe: product._id, qty: 2.5, trade_name: 'Common octopus', note: 'IQF only' },
  ])
})

test('the pictures of a product are walked through and enlarged, and its description keeps its lines', async () => {
  const images = ['a', 'b', 'c'].map((letter) => `/images/${letter.repeat(16)}/640.webp`)
  const described = detail({ image: images[0] ?? '', images, description: 'Caught by pot.\nIced at once.' })
  const { user } = await openAs(customer, path, { [call]: { status: 200, body: described } })
  expect(await screen.findByRole('img', { name: 'Picture 1 of 3' })).toBeTruthy()
  expect(screen.getByText(/Caught by pot.\s+Iced at once./)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Previous picture' })).toHaveProperty('disabled', true)
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Enlarge the picture' })).toHaveLength(3))
  // jsdom has no modal dialogs
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true
  }
  await user.click(screen.getAllByRole('button', { name: 'Enlarge the picture' })[0] as HTMLElement)
  const zoomed = within(screen.getByRole('dialog', { name: product.trade_name }))
  await user.click(zoomed.getByRole('button', { name: 'Next picture' }))
  expect(zoomed.getByRole('img', { name: product.trade_name }).getAttribute('src')).toContain('bbbb')
  await user.click(zoomed.getByRole('button', { name: 'Twice as large' }))
  expect(zoomed.getByRole('button', { name: 'Twice as large' }).getAttribute('aria-pressed')).toBe('true')
})

test('a product that does not exist, and one that is not saved offline', async () => {
  const { unmount } = await openShop(path, { answers: { [call]: refusal(404, 'not-found') } })
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy()
  expect(screen.queryByText(/You are offline/)).toBeNull()
  unmount()
  await openShop(path, { answers: { [call]: offline } })
  expect(await screen.findByText(/You are offline, and this is not saved/)).toBeTruthy()
})

test('a listed product whose update is refused shows what the list had, and the form for a review', async () => {
  const { user, server } = await openAs(customer, '/products', {
    'GET /fish/': { body: { fishes: [product], page: 1, pages: 1 } },
    [call]: refusal(429, 'too-many'),
  })
  await user.click(await screen.findByRole('link', { name: product.trade_name }))
  await waitFor(() => expect(server.callsTo(call)).toHaveLength(1))
  expect(await screen.findByRole('textbox', { name: 'Comment' })).toBeTruthy()
  expect(screen.getByText('The reviews of this product need a connection.')).toBeTruthy()
})

test('a product opens with the data of its list, and then follows its saved copy', async () => {
  const list = { body: { fishes: [product], page: 1, pages: 1 } }
  const { user, deps } = await openShop('/products', { answers: { 'GET /fish/': list, [call]: offline } })
  await user.click(await screen.findByRole('link', { name: product.trade_name }))
  expect(await screen.findByRole('heading', { level: 1, name: product.trade_name })).toBeTruthy()
  const { reviews, ...fish } = product
  await deps.db.fishes.put({ ...fish, trade_name: 'Octopus of today' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Octopus of today' })).toBeTruthy()
})

test.each([
  ['of another product', { ...product, _id: 'another', trade_name: 'Cod' }],
  ['of an unknown version', { name: 'Cod' }],
])('what a list showed %s is not shown', async (_what, listed) => {
  const { history } = await openShop('/contact', { answers: shown })
  await screen.findByRole('heading', { level: 1, name: 'Contact' })
  act(() => history.push(path, { product: listed, __TSR_index: 1 }))
  expect(await screen.findByRole('heading', { level: 1, name: product.trade_name })).toBeTruthy()
})

test('a refused review shows the reason and stays in the form alone; sent again it is confirmed, and the product is fetched', async () => {
  const sent = { _id: 'r1', name: customer.name, rating: 5, comment: 'Good', created_at: '2026-11-01T10:00:00.000Z' }
  const { user, server, deps } = await openAnswering(refusal(409, 'already-reviewed'))
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Rating' }), '5')
  await user.type(screen.getByRole('textbox', { name: 'Comment' }), 'Good')
  await user.click(screen.getByRole('button', { name: 'Submit review' }))
  expect((await screen.findByRole('alert')).textContent).toContain('You have already reviewed this product.')
  expect(await deps.db.outbox.count()).toBe(0)
  server.sayings[reviews] = { status: 201, body: sent }
  await user.click(screen.getByRole('button', { name: 'Submit review' }))
  expect(await screen.findByText('Your review was submitted successfully')).toBeTruthy()
  expect(server.callsTo(reviews)[0]?.body).toEqual({ rating: 5, comment: 'Good' })
  // the names stay on the device, for the outbox screen
  const { trade_name, trade_name_fr, trade_name_es } = product
  expect((await deps.db.outbox.toArray())[0]?.payload.display).toEqual({ trade_name, trade_name_fr, trade_name_es })
  await waitFor(() => expect(server.callsTo(call).length).toBeGreaterThan(1))
  await waitFor(() => expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' }).value).toBe(''))
})

test('a review with an ended login is hidden until the next one, which leads back', async () => {
  const { user, deps } = await openAnswering(refusal(401, 'login-required'))
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Rating' }), '5')
  await user.click(screen.getByRole('button', { name: 'Submit review' }))
  expect((await screen.findByRole('link', { name: 'Please log in' })).getAttribute('href')).toContain(
    `/login?redirect=${path}`,
  )
  expect(await deps.db.outbox.toArray()).toMatchObject([{ kind: 'review', state: 'waiting-login' }])
})

test('a pending review is shown below the product, with a badge', async () => {
  const { deps } = await openAnswering(offline)
  await screen.findByRole('heading', { level: 1, name: 'Common octopus' })
  await act(async () => {
    await enqueueReview(deps.sync, {
      fishe: product._id,
      body: { rating: 4, comment: 'From the sea' },
      trade_name: product.trade_name,
      session: customer,
    })
  })
  const waiting = await screen.findByText('From the sea')
  // the first try is over in a moment
  await waitFor(() => expect(waiting.closest('article')?.textContent).toContain('Waiting for a connection'))
})
