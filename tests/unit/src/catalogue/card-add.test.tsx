import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cartLineOf, getCart, putCartLine, setCartQuantity } from '../../../../src/db/cart.ts'
import { fish, page } from '../../../support/fishes.ts'
import { admin, openAs, openShop } from '../../../support/open-shop.tsx'

const octopus = fish()
const answers = { 'GET /fish/': page([octopus]), 'GET /fishes/top/': { status: 200, body: [] } } as const
const addName = 'Add to the cart: Common octopus'
const quantities = async (deps: Awaited<ReturnType<typeof openShop>>['deps']) =>
  (await getCart(deps.db)).map(({ fishe, qty }) => [fishe, qty])

test('a visitor adds from the card, and changes the quantity there; the focus stays on the same button', async () => {
  const { user, deps } = await openShop('/products', { answers })
  const add = await screen.findByRole('button', { name: addName })
  add.focus()
  await user.keyboard('{Enter}')
  const card = await screen.findByRole('group', { name: 'Common octopus' })
  expect(await quantities(deps)).toEqual([[octopus._id, 1]])
  const more = within(card).getByRole('button', { name: 'One tonne more' })
  expect(document.activeElement).toBe(more)
  expect(more).toBe(add)
  await user.keyboard('{Enter}')
  await waitFor(async () => expect(await quantities(deps)).toEqual([[octopus._id, 2]]))
  // a status, so that a screen reader hears it
  await waitFor(() => expect(within(card).getByRole('status').textContent).toMatch(/^2\st$/))
  const field = within(card).getByRole('spinbutton', { name: 'Quantity of Common octopus' })
  await user.clear(field)
  await user.type(field, '2.5')
  await waitFor(async () => expect(await quantities(deps)).toEqual([[octopus._id, 2.5]]))
  await user.click(within(card).getByRole('button', { name: 'One tonne less' }))
  await waitFor(async () => expect(await quantities(deps)).toEqual([[octopus._id, 1.5]]))
  expect(await screen.findByRole('link', { name: 'Cart, 1 item' })).toBeTruthy()
})

test('adding can be undone, and so can removing; the focus goes to the button of the card', async () => {
  const { user, deps } = await openShop('/products', { answers })
  await user.click(await screen.findByRole('button', { name: addName }))
  expect(await screen.findByText('In the cart: Common octopus')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  const add = await screen.findByRole('button', { name: addName })
  expect(await quantities(deps)).toEqual([])
  await waitFor(() => expect(document.activeElement).toBe(add))

  await user.click(add)
  await waitFor(async () => expect(await quantities(deps)).toHaveLength(1))
  await setCartQuantity(deps.db, octopus._id, 0.25)
  await waitFor(() => expect(screen.getByRole('spinbutton')).toHaveProperty('value', '0.25'))
  await user.click(screen.getByRole('button', { name: 'Remove Common octopus' }))
  expect(await screen.findByText('Removed: Common octopus')).toBeTruthy()
  await screen.findByRole('button', { name: addName })
  expect(document.activeElement).toBe(add)
  const undos = screen.getAllByRole('button', { name: 'Undo' })
  await user.click(undos.at(0) ?? add)
  await waitFor(async () => expect(await quantities(deps)).toEqual([[octopus._id, 0.25]]))
})

test('a wrong quantity is said and not saved, and is forgotten with its line', async () => {
  const { user, deps } = await openShop('/products', { answers })
  await user.click(await screen.findByRole('button', { name: addName }))
  const field = await screen.findByRole('spinbutton')
  await user.clear(field)
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Enter tonnes above 0/)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(await quantities(deps)).toEqual([[octopus._id, 1]])
  await user.click(screen.getByRole('button', { name: 'Remove Common octopus' }))
  await user.click(await screen.findByRole('button', { name: addName }))
  expect(await screen.findByRole('spinbutton')).toHaveProperty('value', '1')
})

test('what another tab has put into the cart is not replaced', async () => {
  const { user, deps } = await openShop('/products', { answers })
  const add = await screen.findByRole('button', { name: addName })
  const line = cartLineOf(octopus, 7, 1)
  // the button is pressed before this tab has read the cart again
  await Promise.all([putCartLine(deps.db, line), user.click(add)])
  await waitFor(() => expect(screen.getByRole('spinbutton')).toHaveProperty('value', '7'))
  expect(await quantities(deps)).toEqual([[octopus._id, 7]])
})

test('administrators have no Add', async () => {
  await openAs(admin, '/products', answers)
  await screen.findByRole('link', { name: 'Common octopus' })
  expect(screen.queryByRole('button', { name: addName })).toBeNull()
})

test('a product that is out of stock can be asked for', async () => {
  const out = { ...answers, 'GET /fish/': page([fish({ countInStock: 0 })]) }
  const { user, deps } = await openShop('/products', { answers: out })
  const ask = await screen.findByRole('button', { name: 'Ask anyway: Common octopus' })
  expect(screen.getByText('Out of stock')).toBeTruthy()
  await user.click(ask)
  await waitFor(async () => expect(await quantities(deps)).toEqual([[octopus._id, 1]]))
})
