import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cartLineOf, getCart, putCartLine } from '../../../../../src/db/cart.ts'
import { createDatabase } from '../../../../../src/db/database.ts'
import { offline } from '../../../../support/fake-server.ts'
import { detail, fish } from '../../../../support/fishes.ts'
import { openShop } from '../../../../support/open-shop.tsx'

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

test('the address adds a product once and becomes /cart', async () => {
  const { place, deps } = await openShop(`/cart/${product._id}?qty=3`, {
    answers: { [call]: { status: 200, body: product } },
  })
  await waitFor(() => expect(place()).toBe('/cart'))
  expect(await getCart(deps.db)).toMatchObject([{ fishe: product._id, qty: 3 }])
  expect(await screen.findByRole('link', { name: 'Cart, 1 item' })).toBeTruthy()
})

test('an invalid quantity in the address counts as 1', async () => {
  const { deps, place } = await openShop(`/cart/${product._id}?qty=lots`, {
    answers: { [call]: { status: 200, body: product } },
  })
  await waitFor(() => expect(place()).toBe('/cart'))
  expect(await getCart(deps.db)).toMatchObject([{ qty: 1 }])
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

test('without a connection the new quantity stays', async () => {
  const { user, deps, field } = await openNumber('cart-offline')
  await user.type(field, '7.25')
  await waitFor(async () => expect(await getCart(deps.db)).toMatchObject([{ qty: 7.25 }]))
})

test('an invalid quantity blocks the way to the checkout', async () => {
  const { user, place, field } = await openNumber('cart-proceed')
  await user.type(field, '1,000')
  expect(await screen.findByText('Write thousands without a sign between the digits.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Proceed To Checkout' }))
  expect([place(), document.activeElement]).toEqual(['/cart', field])
  await user.clear(field)
  await user.type(field, '1000')
  await user.click(screen.getByRole('button', { name: 'Proceed To Checkout' }))
  await waitFor(() => expect(place()).toMatch(/^\/(shipping|login)/))
})

test.each(['', '0', '-1', '100001', 'many'])(
  '"%s" is an error at the field and does not reach the cart',
  async (text) => {
    const { user, deps } = await openShop('/cart', {
      device: await withCart(`cart-wrong-${text}`),
      answers: { [call]: { status: 200, body: product } },
    })
    const field = await screen.findByRole('spinbutton', { name: 'Quantity of Common octopus' })
    field.focus()
    // pasted over the old text, so that no valid quantity is typed on the way
    await user.tripleClick(field)
    if (text === '') await user.keyboard('{Backspace}')
    else await user.paste(text)
    expect(await screen.findByText('Enter tonnes above 0, at most 100,000, with at most 3 decimals.')).toBeTruthy()
    expect(await getCart(deps.db)).toMatchObject([{ qty: 2 }])
  },
)

test('a line is removed, and the way to the checkout is a button', async () => {
  const { user, deps, place } = await openShop('/cart', { device: await withCart('cart-remove') })
  await user.click(await screen.findByRole('button', { name: 'Proceed To Checkout' }))
  await waitFor(() => expect(place()).toBe('/shipping'))
  const again = await openShop('/cart', { device: deps.db })
  await again.user.click(await screen.findByRole('button', { name: 'Remove Common octopus' }))
  expect(await screen.findByText('Your cart is empty')).toBeTruthy()
})
