import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newShop } from '../../../../contract/shop.ts'
import { activateLocale } from '../../../../src/i18n/locale.ts'
import { offline, refusal } from '../../../support/fake-server.ts'
import { customer, goOnWithoutAnswers, type OpenShop, openAs, openShop } from '../../../support/open-shop.tsx'

const call = 'POST /contact/'
const accepted = { status: 201, body: { _id: '0190a1b2-0000-7000-8000-00000000000c' } }

async function write(user: OpenShop['user']) {
  await user.type(await screen.findByLabelText('Subject'), 'Octopus')
  await user.type(screen.getByLabelText('Name'), 'Awa')
  await user.type(screen.getByLabelText('Email'), 'awa@example.com')
  await user.type(screen.getByLabelText('Message'), 'Two containers of T2?')
  await user.click(screen.getByRole('button', { name: 'Send' }))
}
const toastOf = (key: string) => document.querySelector(`[data-key=${key}]`)?.textContent ?? ''
const message = () => screen.getByLabelText<HTMLTextAreaElement>('Message').value

test('email and message are required; a message is sent once with a key, a toast confirms it, and the form is empty again', async () => {
  const { user, server } = await openShop('/contact', { answers: { [call]: accepted } })
  await user.click(await screen.findByRole('button', { name: 'Send' }))
  expect(screen.getAllByText('Please fill in this field')).toHaveLength(2)
  expect(document.activeElement).toBe(screen.getByLabelText('Email'))
  expect(server.callsTo(call)).toEqual([])
  await write(user)
  await waitFor(() => expect(toastOf('messageSent')).toContain('Your message was sent.'))
  await waitFor(() => expect(message()).toBe(''))
  expect(server.callsTo(call)).toHaveLength(1)
  expect(server.callsTo(call)[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/)
  expect(server.callsTo(call)[0]?.body).toEqual({
    user_object: 'Octopus',
    user_name: 'Awa',
    user_email: 'awa@example.com',
    user_message: 'Two containers of T2?',
  })
})

test('a refused message shows the error toast, stays in the form and leaves the outbox', async () => {
  const errors = [{ path: 'user_email', detail: 'Please enter a valid email address' }]
  const { user, deps } = await openShop('/contact', { answers: { [call]: refusal(422, 'invalid-fields', errors) } })
  await write(user)
  await waitFor(() => expect(toastOf('error')).toContain('Your message could not be sent.'))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email')))
  expect(message()).toBe('Two containers of T2?')
  expect(await deps.db.outbox.count()).toBe(0)
})

test('without a connection the message is saved on the device and will be sent by itself', async () => {
  const shop = await openShop('/contact', { answers: { [call]: offline } })
  goOnWithoutAnswers(shop)
  const { user, deps } = shop
  await write(user)
  expect(await screen.findByText('Your message is saved on this device and will be sent by itself.')).toBeTruthy()
  // it may just be tried again
  await waitFor(async () =>
    expect(await deps.db.outbox.toArray()).toMatchObject([{ kind: 'contact', state: 'queued', userId: '' }]),
  )
})

test('a message with an expired login says that it waits for one, and leads to the login and back', async () => {
  const { user, deps } = await openAs(customer, '/contact', { [call]: refusal(401, 'login-required') })
  await write(user)
  const notice = (await screen.findByText(/will be sent as soon as you log in again/)).closest('[role=status]')
  expect(decodeURIComponent(notice?.querySelector('a')?.getAttribute('href') ?? '')).toContain(
    '/login?redirect=/contact',
  )
  expect(screen.queryByText(/will be sent by itself/)).toBeNull()
  expect(message()).toBe('')
  expect(await deps.db.outbox.toArray()).toMatchObject([{ kind: 'contact', state: 'waiting-login' }])
})

test('how soon the shop answers is its own promise, in the reader’s language, and in English where that is empty', async () => {
  const answerPromise = { en: 'We answer within two hours.', fr: 'Réponse sous deux heures.', es: '' }
  const shop = { ...newShop, answerPromise }
  await openShop('/contact', { shop })
  expect((await screen.findByText(/^Ask about a species/)).textContent).toMatch(
    /sailing date\. We answer within two hours\.$/,
  )
  await activateLocale('fr')
  await waitFor(() => expect(screen.getAllByText(/Réponse sous deux heures\.$/)).toBeTruthy())
  await activateLocale('es')
  await waitFor(() => expect(screen.getAllByText(/We answer within two hours\.$/)).toBeTruthy())
})
