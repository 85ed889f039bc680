import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { offline, refusal, type Saying } from '../../../support/fake-server.ts'
import { admin, openAs } from '../../../support/open-shop.tsx'

const id = '0190a1b2-0000-7000-8000-000000000001'
const erp = { _id: id, name: 'ERP', rights: ['orders', 'people'], readOnly: true, at: '2026-01-01T00:00:00.000Z' }
const open = (answers: Record<string, Saying>) => openAs(admin, '/admin/keys', answers)

test('a key is added; it stays until the person has it', { tags: '@long' }, async () => {
  const key = 'qs_c2VjcmV0'
  let isAdded = false
  const { user, server, deps } = await open({
    'GET /keys/': () => ({ body: isAdded ? [erp] : [] }),
    'POST /keys/': () => {
      isAdded = true
      return { status: 201, body: { _id: id, key } }
    },
  })
  expect(await screen.findByText('No program has a key yet.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Add an API key' }))
  await screen.findByLabelText(/^Name/)
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(await screen.findByText('Please fill in this field')).toBeTruthy()
  expect(screen.getByText('Please choose at least one.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText(/^Name/))
  await user.type(screen.getByLabelText(/^Name/), ' ERP ')
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Orders' }))
  expect(server.callsTo('POST /keys/')).toEqual([])
  await user.click(screen.getByRole('checkbox', { name: 'Orders' }))
  await user.click(screen.getByRole('checkbox', { name: 'People' }))
  await user.click(screen.getByRole('checkbox', { name: 'Only reads' }))
  await user.type(screen.getByLabelText(/^Works until/), '2099-12-31')
  await user.click(screen.getByRole('button', { name: 'Add' }))
  const shown = await screen.findByRole('textbox', { name: 'Key of ERP' })
  expect(shown).toHaveProperty('value', key)
  expect(server.callsTo('POST /keys/').map(({ body }) => body)).toEqual([
    { name: 'ERP', rights: ['orders', 'people'], readOnly: true, until: '2099-12-31' },
  ])
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Key of ERP' })))
  await screen.findByRole('heading', { name: 'ERP' })
  // another one would take its place
  expect(screen.queryByRole('button', { name: 'Add an API key' })).toBeNull()
  await user.keyboard('{Escape}')
  await user.click(document.body)
  expect(screen.getByRole('textbox', { name: 'Key of ERP' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  expect(await navigator.clipboard.readText()).toBe(key)
  const saved = await Promise.all(deps.db.tables.map((table) => table.toArray()))
  expect(JSON.stringify(saved)).toContain('ERP')
  expect(JSON.stringify(saved)).not.toContain(key)
  await user.click(screen.getByRole('button', { name: 'I have it' }))
  expect(screen.queryByRole('textbox', { name: 'Key of ERP' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Add an API key' })).toBeTruthy()
})

test('without a tick or a day, a key may write and has no end', async () => {
  const { user, server } = await open({
    'GET /keys/': { body: [] },
    'POST /keys/': refusal(422, 'api-keys-full'),
  })
  await user.click(await screen.findByRole('button', { name: 'Add an API key' }))
  await user.type(await screen.findByLabelText(/^Name/), 'ERP')
  await user.click(screen.getByRole('checkbox', { name: 'Products' }))
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(
    await screen.findByText('The shop has the maximum number of keys. Revoke one that is no longer needed.'),
  ).toBeTruthy()
  expect(server.callsTo('POST /keys/').map(({ body }) => body)).toEqual([{ name: 'ERP', rights: ['products'] }])
})

test('a day that is typed by half makes no key without an end', { tags: '@long' }, async () => {
  const { user, server } = await open({ 'GET /keys/': { body: [] } })
  await user.click(await screen.findByRole('button', { name: 'Add an API key' }))
  await user.type(await screen.findByLabelText(/^Name/), 'ERP')
  await user.click(screen.getByRole('checkbox', { name: 'Orders' }))
  const until = screen.getByLabelText(/^Works until/)
  // jsdom does not know parts of a day
  Object.defineProperty(until, 'validity', { value: { badInput: true } })
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(await screen.findByText('Please enter a valid date')).toBeTruthy()
  expect(document.activeElement).toBe(until)
  expect(server.callsTo('POST /keys/')).toEqual([])
})

test('says what each key may, until when, and when it was used', async () => {
  const till = { ...erp, _id: '0190a1b2-0000-7000-8000-000000000002', name: 'Till', readOnly: false }
  await open({
    'GET /keys/': {
      body: [
        { ...erp, by: 'Ibrahima Fall', until: '2099-12-31T23:59:59.999Z', usedAt: '2026-02-03T00:00:00.000Z' },
        { ...till, rights: ['products'], until: '2026-01-02T12:00:00.000Z' },
        { ...till, _id: '0190a1b2-0000-7000-8000-000000000003', name: 'Scale' },
      ],
    },
  })
  const textOf = (name: string) => screen.getByRole('region', { name }).textContent
  await screen.findByRole('region', { name: 'ERP' })
  expect(textOf('ERP')).toMatch(
    /Only reads.*Orders · People.*Works until 31 Dec 2099 \(UTC\).*Made 1 Jan 2026.* by Ibrahima Fall.*Last used: 3 Feb 2026/,
  )
  expect(textOf('ERP')).not.toContain('Ended')
  expect(textOf('Till')).toMatch(/Ended.*Products.*Worked until 2 Jan 2026.*Never used/)
  expect(textOf('Till')).not.toMatch(/Only reads| by /)
  expect(textOf('Scale')).toContain('Works until it is revoked')
})

test('a key is revoked once somebody has confirmed it', async () => {
  let isThere = true
  const revoke = `DELETE /keys/${id}/`
  const { user, server } = await open({
    'GET /keys/': () => ({ body: isThere ? [erp] : [] }),
    [revoke]: offline,
  })
  await user.click(await screen.findByRole('button', { name: 'Revoke ERP' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Revoke ERP?' }))
  expect(server.callsTo(revoke)).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Revoke' }))
  await dialog.findByRole('alert')
  server.sayings[revoke] = () => {
    isThere = false
    return { status: 204 }
  }
  await user.click(dialog.getByRole('button', { name: 'Revoke' }))
  expect(await screen.findByText('No program has a key yet.')).toBeTruthy()
  expect(await screen.findByText('The key was revoked.')).toBeTruthy()
  // it closes after the list was read again
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('a key that is revoked is not shown any more', { tags: '@long' }, async () => {
  let isThere = false
  const { user } = await open({
    'GET /keys/': () => ({ body: isThere ? [erp] : [] }),
    'POST /keys/': () => {
      isThere = true
      return { status: 201, body: { _id: id, key: 'qs_c2VjcmV0' } }
    },
    [`DELETE /keys/${id}/`]: { status: 204 },
  })
  await user.click(await screen.findByRole('button', { name: 'Add an API key' }))
  await user.type(await screen.findByLabelText(/^Name/), 'ERP')
  await user.click(screen.getByRole('checkbox', { name: 'Orders' }))
  await user.click(screen.getByRole('button', { name: 'Add' }))
  await screen.findByRole('textbox', { name: 'Key of ERP' })
  await user.click(await screen.findByRole('button', { name: 'Revoke ERP' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke' }))
  await screen.findByText('The key was revoked.')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.queryByRole('textbox', { name: 'Key of ERP' })).toBeNull()
})
