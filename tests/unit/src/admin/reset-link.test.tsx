import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { refusal, type Saying } from '../../../support/fake-server.ts'
import { admin, openAs } from '../../../support/open-shop.tsx'

const awa = { _id: '0190a1b2-0000-7000-8000-000000000001', name: 'Awa', email: 'awa@example.com', isAdmin: false }
const call = `POST /users/${awa._id}/reset-link/`
const users = { 'GET /users/': { body: [awa] } }

async function openDialog(answer: Saying) {
  const shop = await openAs(admin, '/users', { ...users, [call]: answer })
  await shop.user.click(await screen.findByRole('button', { name: /^Edit/ }))
  return shop
}

test('an administrator makes and copies a reset link; closing the dialog removes it', async () => {
  const made = { status: 201, body: { token: 'the-token', expires_at: '2026-01-01T01:00:00.000Z' } }
  const { user, server } = await openDialog(made)
  await user.dblClick(await screen.findByRole('button', { name: 'Make a reset link' }))
  const link = await screen.findByRole('textbox', { name: 'Link to a new password' })
  expect(link).toHaveProperty('value', `${location.origin}/#/reset/the-token`)
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  expect(await screen.findByText('Copied')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/#/reset/the-token`)
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: /^Edit/ }))
  await screen.findByRole('button', { name: 'Make a reset link' })
  expect(screen.queryByRole('textbox', { name: 'Link to a new password' })).toBeNull()
  expect(server.callsTo(call)).toHaveLength(1)
})

test('the pressed button has the focus while the link is made; a refusal is shown', async () => {
  const { promise, resolve: refuse } = Promise.withResolvers<ReturnType<typeof refusal>>()
  const { user, server } = await openDialog(() => promise)
  const button = await screen.findByRole('button', { name: 'Make a reset link' })
  await user.click(button)
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
  expect(document.activeElement).toBe(button)
  await user.click(button)
  expect(server.callsTo(call)).toHaveLength(1)
  refuse(refusal(404, 'not-found'))
  const toasts = within(await screen.findByRole('region', { name: 'Notifications' }))
  expect(await toasts.findByText('This does not exist, or no longer exists.')).toBeTruthy()
})

test('without TLS, where browsers have no clipboard, Copy selects the link and says whether it was copied', {
  tags: '@long',
}, async () => {
  const { user } = await openDialog({
    status: 201,
    body: { token: 'the-token', expires_at: '2026-01-01T01:00:00.000Z' },
  })
  await user.click(await screen.findByRole('button', { name: 'Make a reset link' }))
  const link = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Link to a new password' })
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as never)
  const execCommand = vi.fn(() => false)
  Object.assign(document, { execCommand })
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  expect(await screen.findByText(/Select it and copy it yourself/)).toBeTruthy()
  expect(link.selectionEnd).toBe(link.value.length)
  execCommand.mockReturnValue(true)
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  expect(await screen.findByText('Copied')).toBeTruthy()
  vi.restoreAllMocks()
  Reflect.deleteProperty(document, 'execCommand')
})
