import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { addressLines, noPostalCode } from '../../../../contract/orders.ts'
import { getValue } from '../../../../src/db/database.ts'
import { getSession } from '../../../../src/db/session.ts'
import { offline } from '../../../support/fake-server.ts'
import { customer, openAs } from '../../../support/open-shop.tsx'

const call = 'POST /users/addresses/'
const warehouse = { label: 'Warehouse', address: 'Quai 3', city: 'Vigo', postalCode: '36202', country: 'Spain' }
const office = { label: 'Office', address: '1 Sea Road', city: 'Doha', postalCode: '-', country: 'Qatar' }
const buyer = { ...customer, parties: { company: 'Awa Foods' }, addresses: [warehouse, office] }
const taken = { body: { _id: customer.userId, addresses: [] } }
const shownIn = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name }).value

test('the delivery starts with the company and first address of the account; another one is chosen without a connection', async () => {
  const { user, deps, place } = await openAs(buyer, '/shipping', { [call]: offline })
  await screen.findByRole('textbox', { name: 'Company' })
  expect(['Company', 'City', 'Country'].map(shownIn)).toEqual(['Awa Foods', 'Vigo', 'Spain'])
  await user.selectOptions(screen.getByRole('combobox', { name: 'Address book' }), 'Office')
  expect(['Address', 'City', 'Postal code', 'Country'].map(shownIn)).toEqual(['1 Sea Road', 'Doha', '-', 'Qatar'])
  await user.type(screen.getByRole('textbox', { name: 'Phone' }), '+974 1')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(place()).toBe('/placeorder'))
  const { label: _, ...address } = office
  expect(await getValue(deps.db, 'address')).toEqual({ ...address, phone: '+974 1', company: 'Awa Foods' })
  await user.click(await screen.findByRole('link', { name: 'Delivery' }))
  await waitFor(() => expect(place()).toBe('/shipping'))
  expect(
    within(screen.getByRole('list', { name: 'Steps to a quote' })).getByRole('link', { name: 'Cart' }),
  ).toBeTruthy()
})

test('a new address has a country from the list, need not have a postal code, and goes into the address book', async () => {
  const { user, deps, server, place } = await openAs(customer, '/shipping', { [call]: taken })
  await user.type(await screen.findByRole('textbox', { name: 'Phone' }), '+971 2')
  await user.type(screen.getByRole('textbox', { name: 'Address' }), 'Free Port')
  await user.type(screen.getByRole('textbox', { name: 'City' }), 'Abu Dhabi')
  await user.click(screen.getByRole('button', { name: 'There is no postal code' }))
  await user.type(screen.getByRole('textbox', { name: 'Country' }), 'emir')
  await user.click(screen.getByRole('button', { name: 'United Arab Emirates' }))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Country' }))
  expect(shownIn('Postal code')).toBe(noPostalCode)
  await user.click(screen.getByRole('checkbox', { name: 'Add this address to my address book' }))
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(place()).toBe('/placeorder'))
  const saved = {
    ...{ label: 'Abu Dhabi, United Arab Emirates', address: 'Free Port', city: 'Abu Dhabi' },
    ...{ postalCode: '-', country: 'United Arab Emirates' },
  }
  await deps.sync.outbox.drain()
  await waitFor(async () => expect((await getSession(deps.db))?.addresses).toEqual([saved]))
  expect(server.callsTo(call)[0]?.body).toEqual({ after: saved })
  expect(addressLines({ ...office, phone: '' })).toEqual(['1 Sea Road', 'Doha', 'Qatar'])
})

test('the address book of the profile gains and loses addresses without a connection, and the delivery has them at once', async () => {
  const { user, server, deps, history } = await openAs({ ...customer, addresses: [warehouse] }, '/profile', {
    [call]: offline,
  })
  await user.click(await screen.findByRole('button', { name: 'Edit Warehouse' }))
  const dialog = await screen.findByRole('dialog')
  await user.clear(within(dialog).getByRole('textbox', { name: 'City' }))
  await user.type(within(dialog).getByRole('textbox', { name: 'City' }), 'Marín')
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Quai 3, 36202 Marín, Spain')).toBeTruthy()
  act(() => history.push('/shipping'))
  await waitFor(() => expect(shownIn('City')).toBe('Marín'))
  act(() => history.push('/profile'))
  await user.click(await screen.findByRole('button', { name: 'Delete Warehouse' }))
  expect(await screen.findByText('The address was removed.')).toBeTruthy()
  server.sayings[call] = taken
  await deps.sync.outbox.endWaits('all')
  await deps.sync.outbox.drain()
  const marin = { ...warehouse, city: 'Marín' }
  const bodies = server.callsTo(call).map(({ body }) => body)
  // a request may be repeated with its key
  const inTurn = bodies.filter((body, at) => JSON.stringify(body) !== JSON.stringify(bodies[at - 1]))
  expect(inTurn).toEqual([{ before: warehouse, after: marin }, { before: marin }])
  expect((await getSession(deps.db))?.addresses).toEqual([])
})
