import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { dropSession, getSession, putSession } from '../../../../src/db/session.ts'
import { offline, refusal, type Saying } from '../../../support/fake-server.ts'
import { admin, customer, openShop } from '../../../support/open-shop.tsx'
import { oneInTurn } from '../../../support/run.ts'

const seen = { rights: ['orders'], until: '2099-01-01T00:00:00.000Z', hasAccount: false }
const accept = 'POST /invitations/accept/'
const join = 'POST /invitations/join/'
const open = (more: object, answers: Record<string, Saying> = {}, session?: typeof admin) =>
  openShop('/invitation/the-token', {
    answers: { 'POST /invitations/open/': { body: { ...seen, ...more } }, ...answers },
    ...(session && { session }),
  })
const fill = async (user: Awaited<ReturnType<typeof open>>['user']) => {
  await user.type(await screen.findByLabelText(/^Name/), 'Ana')
  await user.type(screen.getByLabelText(/^Password/), 'long enough')
  await user.type(screen.getByLabelText(/^Confirm Password/), 'long enough')
}
const send = () => screen.getByRole('button', { name: 'Accept the invitation' })

test.each(
  oneInTurn([
    ['link-used', 'This link was used already, or a newer change has ended it.'],
    ['link-expired', 'This link has expired.'],
    ['link-withdrawn', 'This invitation is no longer valid. Ask the shop for a new one.'],
    ['link-unknown', 'This link does not work. Was it copied as a whole?'],
  ] as const),
)('a link that is %s says so before anybody types', async (code, text) => {
  await openShop('/invitation/the-token', { answers: { 'POST /invitations/open/': refusal(409, code) } })
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.queryByLabelText(/^Password/)).toBeNull()
  // for who came in by it before
  expect(within(screen.getByRole('main')).getByRole('link', { name: 'Login' })).toBeTruthy()
})

test('a link of a shop that cannot answer now can be tried again', async () => {
  let isBusy = true
  const answer = () => (isBusy ? refusal(503, 'busy') : { body: seen })
  const { user } = await openShop('/invitation/the-token', { answers: { 'POST /invitations/open/': answer } })
  // the button of the plain view goes when the screen's own code has come
  await screen.findByText('Status 503')
  const retry = screen.getByRole('button', { name: 'Retry' })
  isBusy = false
  await user.click(retry)
  expect(await screen.findByText('Sees and answers requests', { exact: false })).toBeTruthy()
})

test('what was typed stays when the connection breaks, and is sent without an address that the invitation has', async () => {
  let isOffline = true
  const person = { _id: 'u9', name: 'Ana', email: 'ana@example.com', isAdmin: true, rights: ['orders'], token: 'T' }
  const { user, server, deps, place } = await open(
    { email: 'ana@example.com' },
    { [accept]: () => (isOffline ? offline() : { status: 201, body: { data: person } }) },
  )
  await fill(user)
  expect(screen.getByText('ana@example.com')).toBeTruthy()
  expect(screen.queryByLabelText(/^Email/)).toBeNull()
  await user.click(send())
  expect((await screen.findByRole('alert')).textContent).toContain('What you typed stays here')
  expect(screen.getByLabelText(/^Password/)).toHaveProperty('value', 'long enough')
  isOffline = false
  await user.click(send())
  await waitFor(() => expect(place()).toMatch(/^\/dashboard/))
  expect(server.callsTo(accept).at(-1)?.body).toEqual({ token: 'the-token', name: 'Ana', password: 'long enough' })
  expect(await getSession(deps.db)).toMatchObject({ userId: 'u9', isAdmin: true, rights: ['orders'], token: 'T' })
})

test('a link that was passed on asks for the address, and says at its field that it is taken', {
  tags: '@long',
}, async () => {
  const taken = refusal(409, 'email-taken', [{ path: 'email', rule: 'alreadyUsed', detail: '' }])
  const { user, server } = await open({}, { [accept]: taken })
  await fill(user)
  await user.click(send())
  expect(screen.getByText('Please fill in this field')).toBeTruthy()
  expect(server.callsTo(accept)).toEqual([])
  await user.type(screen.getByLabelText(/^Email/), ' ana@example.com ')
  await user.click(send())
  await waitFor(() => expect(screen.getByLabelText(/^Email/).getAttribute('aria-invalid')).toBe('true'))
  expect(server.callsTo(accept)[0]?.body).toMatchObject({ email: 'ana@example.com' })
})

test.each([
  ['is there', { hasAccount: true }],
  ['was made meanwhile', {}],
])('an account that %s logs in first, and comes back to the link', async (_, more) => {
  const { user } = await open({ email: 'ana@example.com', ...more }, { [accept]: refusal(409, 'email-taken') })
  if (!('hasAccount' in more)) {
    await fill(user)
    await user.click(send())
  }
  expect(
    await screen.findByText('There is an account with ana@example.com. Log in to accept the invitation.'),
  ).toBeTruthy()
  const links = screen.getAllByRole('link', { name: 'Login' }).map((link) => link.getAttribute('href'))
  expect(links.some((href) => decodeURIComponent(href ?? '').endsWith('redirect=/invitation/the-token'))).toBe(true)
})

test('whoever is logged in gets the rights on the device, too', async () => {
  const { user, deps, place } = await open(
    {},
    { [join]: { body: { _id: admin.userId, name: 'A', email: admin.email, isAdmin: true, rights: ['orders'] } } },
    admin,
  )
  await user.click(await screen.findByRole('button', { name: 'Accept the invitation' }))
  await waitFor(() => expect(place()).toMatch(/^\/dashboard/))
  expect(await getSession(deps.db)).toMatchObject({ rights: ['orders'], token: admin.token })
})

test('an invitation of somebody else cannot be accepted, and one that ends meanwhile says so', async () => {
  await open({ email: 'other@example.com' }, {}, admin)
  expect(await screen.findByText(/This invitation is for other@example.com/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Accept the invitation' })).toBeNull()
})

describe('rights that come late', () => {
  const joined = { body: { _id: admin.userId, name: 'A', email: admin.email, isAdmin: true, rights: ['orders'] } }
  /** The shop with a press of the button under way. */
  async function pressed() {
    const { promise, resolve } = Promise.withResolvers<typeof joined>()
    // a link works only the first time
    const answers = [promise]
    const shop = await open({}, { [join]: () => answers.pop() ?? refusal(409, 'link-used') }, admin)
    await shop.user.click(await screen.findByRole('button', { name: 'Accept the invitation' }))
    await waitFor(() => expect(shop.server.callsTo(join)).toHaveLength(1))
    return { ...shop, answer: () => resolve(joined) }
  }

  test('after a logout neither log in again nor lead away', async () => {
    const { user, deps, place, answer } = await pressed()
    await dropSession(deps.db)
    await screen.findByLabelText(/^Password/)
    await putSession(deps.db, customer)
    await screen.findByText(/^You are logged in as Awa Diop/)
    answer()
    await user.click(send())
    // the second answer is read after the first
    await screen.findByText('This link was used already, or a newer change has ended it.')
    expect(screen.queryByText('You are part of the team now.')).toBeNull()
    expect(place()).toBe('/invitation/the-token')
    expect(await getSession(deps.db)).toEqual(customer)
  })

  test('after another login leave the newer token', async () => {
    const { deps, place, answer } = await pressed()
    await putSession(deps.db, { ...admin, token: 'newer' })
    answer()
    await waitFor(() => expect(place()).toMatch(/^\/dashboard/))
    expect(await getSession(deps.db)).toMatchObject({ rights: ['orders'], token: 'newer' })
  })
})
