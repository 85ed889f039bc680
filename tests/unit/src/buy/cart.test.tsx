import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { cartLineOf, getCart, putCartLine, setCartNote } from '../../../../src/db/cart.ts'
import { createDatabase, putValue } from '../../../../src/db/database.ts'
import { noteConnection } from '../../../../src/sync/connection.ts'
import { offline } from '../../../support/fake-server.ts'
import { detail, fish } from '../../../support/fishes.ts'
import { openShop } from '../../../support/open-shop.tsx'
import { oneInTurn } from '../../../support/run.ts'

afterEach(() => noteConnection(true))

const product = detail()
const call = `GET /fishes/${product._id}`

async function withCart(name: string) {
  const device = createDatabase(name)
  await putCartLine(device, cartLineOf(fish(), 2, 1))
  return device
}

test('an empty cart says so and leads back', async () => {
  await openShop('/cart')
  expect(await screen.findByText('Your cart is empty')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go Back' }).getAttribute('href')).toBe('#/')
})

test.each([
  ['3', 3],
  ['lots', 1],
])('the address adds %s of a product once, as %i, and becomes /cart', async (text, qty) => {
  const { place, deps } = await openShop(`/cart/${product._id}?qty=${text}`, {
    answers: { [call]: { status: 200, body: product } },
  })
  await waitFor(() => expect(place()).toBe('/cart'))
  expect(await getCart(deps.db)).toMatchObject([{ fishe: product._id, qty }])
  expect(await screen.findByRole('link', { name: 'Cart, 1 item' })).toBeTruthy()
})

test('a new quantity is saved, and the product is updated', async () => {
  const renamed = detail({ trade_name: 'Octopus of the day' })
  const { user, deps } = await openShop('/cart', {
    device: await withCart('cart-refetch'),
    answers: { [call]: { status: 200, body: renamed } },
  })
  await user.click(await screen.findByRole('button', { name: 'One tonne more' }))
  expect(await screen.findByRole('spinbutton', { name: 'Quantity of Octopus of the day' })).toBeTruthy()
  expect(await getCart(deps.db)).toMatchObject([{ qty: 3, trade_name: 'Octopus of the day' }])
})

/** Opens the cart without a connection, with the focus in the emptied quantity field. */
async function openNumber(name: string) {
  const shop = await openShop('/cart', { device: await withCart(name), answers: { [call]: offline } })
  const field = await screen.findByRole('spinbutton', { name: 'Quantity of Common octopus' })
  await shop.user.clear(field)
  return { ...shop, field }
}

test('an invalid quantity blocks the way to the checkout', async () => {
  const { user, place, field } = await openNumber('cart-proceed')
  await user.type(field, '1,000')
  expect(await screen.findByText('Write thousands without a separator: 1500.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Proceed To Checkout' }))
  expect([place(), document.activeElement]).toEqual(['/cart', field])
  await user.clear(field)
  await user.type(field, '1000')
  await user.click(screen.getByRole('button', { name: 'Proceed To Checkout' }))
  await waitFor(() => expect(place()).toMatch(/^\/(shipping|login)/))
})

test('a wrong quantity is an error at the field and does not reach the cart', async () => {
  const { user, deps, field } = await openNumber('cart-wrong')
  const said = 'Enter tonnes above 0, at most 100,000, with at most 3 decimals.'
  for (const text of ['', '0', '-1', '100001', 'many']) {
    // pasted over the old text, so that no valid quantity is typed on the way
    await user.tripleClick(field)
    if (text === '') await user.keyboard('{Backspace}')
    else await user.paste(text)
    expect(await screen.findByText(said)).toBeTruthy()
    expect(await getCart(deps.db)).toMatchObject([{ qty: 2 }])
  }
})

test('a line is removed, and the way to the checkout is a button', async () => {
  const { user, deps, place } = await openShop('/cart', { device: await withCart('cart-remove') })
  await user.click(await screen.findByRole('button', { name: 'Proceed To Checkout' }))
  await waitFor(() => expect(place()).toBe('/shipping'))
  const again = await openShop('/cart', { device: deps.db })
  await again.user.click(await screen.findByRole('button', { name: 'Remove Common octopus' }))
  expect(await screen.findByText('Your cart is empty')).toBeTruthy()
})

test('a removed line is announced where it was, and comes back with its note', async () => {
  const device = await withCart('cart-undo')
  await setCartNote(device, product._id, 'Heads off')
  const { user, deps } = await openShop('/cart', { device, answers: { [call]: offline } })
  await user.click(await screen.findByRole('button', { name: 'Remove Common octopus' }))
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Removed: Common octopus'))
  expect(await getCart(deps.db)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Back in the cart: Common octopus'))
  expect(await getCart(deps.db)).toMatchObject([{ qty: 2, note: 'Heads off' }])
})

test('Enter in the quantity field says what is saved, and does not take a wrong quantity', async () => {
  const { user, deps, field } = await openNumber('cart-enter')
  expect(screen.getByRole('link', { name: 'Choose more products' }).getAttribute('href')).toBe('#/products')
  await user.type(field, '1,000{Enter}')
  expect(document.activeElement).toBe(field)
  await user.clear(field)
  await user.type(field, '07.250{Enter}')
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Saved: 7\.25\st$/))
  await waitFor(() => expect(field).toHaveProperty('value', '7.25'))
  expect(await getCart(deps.db)).toMatchObject([{ qty: 7.25 }])
})

test('a line whose product has left the shop says so and offers to remove it', async () => {
  const device = await withCart('cart-gone')
  await putValue(device, 'catalogue', { cursor: '7', at: 5, complete: true })
  const { user, deps, place } = await openShop('/cart', { device, answers: { [call]: offline } })
  const remove = await screen.findByRole('button', { name: 'Remove' })
  expect(screen.getByText('Common octopus is no longer sold.').closest('[role=status]')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Proceed To Checkout' }))
  expect([place(), document.activeElement]).toEqual(['/cart', remove])
  await user.click(remove)
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Removed: Common octopus'))
  expect(await getCart(deps.db)).toEqual([])
})

test('a change of the quantity asks the server, and a product that has left the shop is named', async () => {
  const { user } = await openShop('/cart', {
    device: await withCart('cart-gone-now'),
    answers: { [call]: { status: 404, body: { detail: 'Not found.' } } },
  })
  await user.click(await screen.findByRole('button', { name: 'One tonne more' }))
  expect(await screen.findByText('Common octopus is no longer sold.')).toBeTruthy()
})

test('a visitor without a connection fills the cart and is told what comes next', async () => {
  const device = createDatabase('cart-visitor')
  await device.fishes.put(fish())
  await putValue(device, 'catalogue', { cursor: '7', at: 5, complete: true })
  const { user, deps, place } = await openShop(`/products/${product._id}`, { device, answers: { [call]: offline } })
  act(() => noteConnection(false))
  const told = /you can fill the cart; it stays on this device/
  expect((await screen.findByText(told)).getAttribute('role')).toBe('status')
  await user.click(screen.getByRole('button', { name: 'Put into the cart' }))
  await waitFor(() => expect(place()).toBe('/cart'))
  expect(await getCart(deps.db)).toMatchObject([{ fishe: product._id, qty: 1 }])
  expect(await screen.findByText(told)).toBeTruthy()
  act(() => noteConnection(true))
  expect(screen.queryByText(told)).toBe(null)
  expect(await screen.findByText('You are online again.')).toBeTruthy()
})

test.each(oneInTurn(['note', 'quantity', 'removal']))('says so where this device cannot save a %s', async (what) => {
  const { user, deps, field } = await openNumber(`cart-unsaved-${what}`)
  const full = () => {
    throw new Error('the device is full')
  }
  deps.db.cart.hook('updating', full)
  deps.db.cart.hook('deleting', full)
  if (what === 'note') await user.type(screen.getByRole('textbox', { name: 'Note on Common octopus' }), 'x')
  else if (what === 'quantity') await user.type(field, '7')
  else await user.click(screen.getByRole('button', { name: 'Remove Common octopus' }))
  expect(await screen.findByText('This could not be saved on this device.')).toBeTruthy()
  expect(await getCart(deps.db)).toMatchObject([{ qty: 2 }])
})
