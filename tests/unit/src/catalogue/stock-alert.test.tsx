import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { offline } from '../../../support/fake-server.ts'
import { detail } from '../../../support/fishes.ts'
import { customer, openAs } from '../../../support/open-shop.tsx'

const product = detail({ countInStock: 0 })
const path = `/products/${product._id}`
const shown = { [`GET /fishes/${product._id}`]: { status: 200, body: product } }
const alerts = 'GET /fishes/alerts/'
const alert = `/fishes/${product._id}/alert/`
const button = () => screen.findByRole('button', { name: 'Tell me when it is back' })

test('who asks without a connection to be told of a return is shown so at once, and the shop learns it later', async () => {
  const { user, server, deps } = await openAs(customer, path, {
    ...shown,
    [alerts]: { body: { ids: [] } },
    [`POST ${alert}`]: offline,
    [`DELETE ${alert}`]: { body: { _id: product._id, isOn: false } },
  })
  await user.click(await button())
  expect(await screen.findByText(/once it is in stock/)).toBeTruthy()
  expect((await button()).getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByRole('button', { name: 'Ask anyway' })).toBeTruthy()
  server.sayings[`POST ${alert}`] = { body: { _id: product._id, isOn: true } }
  deps.sync.sendNow()
  await waitFor(async () => expect(await deps.db.outbox.toArray()).toMatchObject([{ state: 'done' }]))
  await user.click(await button())
  await waitFor(() => expect(server.callsTo(`DELETE ${alert}`)).toHaveLength(1))
  await waitFor(async () => expect((await button()).getAttribute('aria-pressed')).toBe('false'))
})

test('what the shop knows of an earlier visit is shown', async () => {
  await openAs(customer, path, { ...shown, [alerts]: { body: { ids: [product._id] } } })
  await waitFor(async () => expect((await button()).getAttribute('aria-pressed')).toBe('true'))
})
