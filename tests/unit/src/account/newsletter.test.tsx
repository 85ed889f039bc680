import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { offline, refusal } from '../../../support/fake-server.ts'
import { type OpenShop, openShop } from '../../../support/open-shop.tsx'
import { oneInTurn } from '../../../support/run.ts'

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

test.each(oneInTurn([' Awa@Gmail.com ', 'awa@googlemail.com']))(
  '%s is accepted: a toast confirms it and the field is empty',
  async (email) => {
    const { user, server } = await openShop('/', { answers: { ...home, [call]: accepted } })
    await subscribe(user, email)
    const toast = await screen.findByText('Thank you for subscribing!')
    expect(toast.closest('[role=status]')).toBeTruthy()
    expect(server.callsTo(call)[0]?.body).toEqual({ email: email.trim().toLowerCase() })
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveProperty('value', ''))
  },
)

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
