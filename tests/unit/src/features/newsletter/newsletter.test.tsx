import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { offline, refusal } from '../../../../support/fake-server.ts'
import { type OpenShop, openShop } from '../../../../support/open-shop.tsx'

const home = { 'GET /fish/': { body: { fishes: [], page: 1, pages: 1, total: 0 } }, 'GET /fishes/top/': { body: [] } }
const call = 'POST /subscribe/'
const accepted = { status: 201, body: { email: 'awa@gmail.com' } }

afterEach(() => vi.restoreAllMocks())

async function subscribe(user: OpenShop['user'], email: string) {
  const field = await screen.findByLabelText('Email')
  if (email) await user.type(field, email)
  await user.click(screen.getByRole('button', { name: 'Subscribe' }))
}

test('what is no address of Gmail is said at the field, and nothing is sent', async () => {
  const { user, server } = await openShop('/', { answers: { ...home, [call]: accepted } })
  for (const [email, message] of [
    ['', 'Please enter an email address'],
    ['   ', 'Please enter an email address'],
    ['awa@gmail', 'Please enter a valid email address'],
    ['awa@example.com', 'Please enter a Gmail address'],
    ['awa@gmail.com.example.org', 'Please enter a Gmail address'],
  ] as const) {
    const field = await screen.findByLabelText('Email')
    await user.clear(field)
    await subscribe(user, email)
    expect(document.activeElement).toBe(field)
    expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe(message)
  }
  expect(server.callsTo(call)).toEqual([])
})

test('an address is accepted as it is typed: a toast confirms it and the field is empty', async () => {
  const { user, server } = await openShop('/', { answers: { ...home, [call]: accepted } })
  for (const email of [' Awa@Gmail.com ', 'awa@googlemail.com']) {
    await subscribe(user, email)
    const sent = { email: email.trim().toLowerCase() }
    await waitFor(() => expect(server.callsTo(call).at(-1)?.body).toEqual(sent))
    expect((await screen.findByText('Thank you for subscribing!')).closest('[role=status]')).toBeTruthy()
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveProperty('value', ''))
  }
})

test.each([
  ['a refusal', () => refusal(503, 'database-away')],
  ['a lost connection', offline],
])('%s is only logged, and the field keeps its text', async (_case, answer) => {
  const info = vi.spyOn(console, 'info').mockImplementation(() => {})
  const { user } = await openShop('/', { answers: { ...home, [call]: answer } })
  await subscribe(user, 'awa@gmail.com')
  await waitFor(() => expect(info).toHaveBeenCalled())
  expect(screen.queryByText('Thank you for subscribing!')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByLabelText('Email')).toHaveProperty('value', 'awa@gmail.com')
})

test('an address that is typed while another is sent stays', async () => {
  let answer = () => {}
  const late = () => new Promise<void>((resolve) => (answer = resolve)).then(() => accepted)
  const { user, server } = await openShop('/', { answers: { ...home, [call]: late } })
  await subscribe(user, 'awa@gmail.com')
  await waitFor(() => expect(server.callsTo(call)).toHaveLength(1))
  const field = screen.getByLabelText('Email')
  await user.clear(field)
  await user.type(field, 'ida@gmail.com')
  answer()
  await screen.findByText('Thank you for subscribing!')
  expect(field).toHaveProperty('value', 'ida@gmail.com')
})
