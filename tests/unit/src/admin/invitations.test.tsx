import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { putSession } from '../../../../src/db/session.ts'
import { offline, type Saying } from '../../../support/fake-server.ts'
import { admin, openAs } from '../../../support/open-shop.tsx'

const id = (n: number) => `0190a1b2-0000-7000-8000-00000000010${n}`
const ana = {
  ...{ _id: id(1), email: 'ana@example.com', rights: ['orders'], by: 'Ibrahima' },
  ...{ at: '2026-01-02T03:04:05.000Z', until: '2030-01-09T03:04:05.000Z' },
}
const bo = { ...ana, _id: id(2), email: 'bo@example.com', rights: ['products'] }
const renewal = ({ _id }: { _id: string }) => `POST /invitations/${_id}/renew/`

/** An answer that waits until it is let go. */
function late(body: object) {
  const { promise: gone, resolve: go } = Promise.withResolvers<void>()
  return { saying: () => gone.then(() => ({ status: 201, body })), go: () => act(async () => go()) }
}
const link = ({ _id, until }: typeof ana, isMailed = false) => ({
  _id,
  url: `https://x.example/#/${_id}`,
  until,
  isMailed,
})

const open = (answers: Record<string, Saying>) =>
  openAs(admin, '/users', { 'GET /users/': { body: [] }, 'GET /invitations/': { body: [ana, bo] }, ...answers })
const button = (name: string) => screen.findByRole('button', { name })
const shown = () => screen.queryByRole<HTMLInputElement>('textbox', { name: 'Link of the invitation' })?.value
const makers = () => screen.queryAllByRole('button', { name: /^(Send again|New link|Invite a colleague)/ }).length

test('an invitation is sent again while another one is on its way; a second press on the same one does nothing', async () => {
  const { user, server } = await open({
    [renewal(ana)]: late(link(ana)).saying,
    [renewal(bo)]: late(link(bo)).saying,
  })
  await user.dblClick(await button('Send again to ana@example.com'))
  await user.click(await button('Send again to bo@example.com'))
  await waitFor(() => expect(server.callsTo(renewal(bo))).toHaveLength(1))
  expect(server.callsTo(renewal(ana))).toHaveLength(1)
})

test('while a link is shown that nobody was mailed, no other one is made, and one under way waits until the person has it', async () => {
  const [first, second] = [late(link(ana)), late(link(bo))]
  const { user, server } = await open({ [renewal(ana)]: first.saying, [renewal(bo)]: second.saying })
  await user.click(await button('Send again to ana@example.com'))
  await user.click(await button('Send again to bo@example.com'))
  await waitFor(() => expect(server.callsTo(renewal(bo))).toHaveLength(1))
  expect(makers()).toBe(3)
  await first.go()
  await waitFor(() => expect(shown()).toBe(link(ana).url))
  expect(document.activeElement?.textContent).toBe('Link of the invitation')
  expect(makers()).toBe(0)
  const asked = server.callsTo('GET /invitations/').length
  await second.go()
  await waitFor(() => expect(server.callsTo('GET /invitations/').length).toBeGreaterThan(asked))
  expect(shown()).toBe(link(ana).url)
  const notice = () => screen.getByRole('region', { name: 'Link of the invitation' }).textContent
  expect(notice()).toContain('ana@example.com')
  await user.click(await button('I have it'))
  expect(shown()).toBe(link(bo).url)
  expect(notice()).toContain('bo@example.com')
  expect(makers()).toBe(0)
  await user.click(await button('I have it'))
  expect(shown()).toBeUndefined()
  expect(makers()).toBe(3)
})

test('beside a link that was mailed, that invitation and others can be sent again', async () => {
  const { user, server } = await open({
    [renewal(ana)]: { status: 201, body: link(ana, true) },
    [renewal(bo)]: { status: 201, body: link(bo, true) },
  })
  await user.click(await button('Send again to ana@example.com'))
  await screen.findByText(/is on its way to ana@example.com/)
  await user.click(await button('Send again to ana@example.com'))
  await waitFor(() => expect(server.callsTo(renewal(ana))).toHaveLength(2))
  await user.click(await button('Send again to bo@example.com'))
  await screen.findByText(/is on its way to bo@example.com/)
  expect(makers()).toBe(3)
})

test('who loses the list of users while it could not be fetched reads that the invitations could not be either', async () => {
  const shop = await open({ 'GET /users/': offline, 'GET /invitations/': offline })
  await screen.findByText(/There is no connection to the shop/)
  await waitFor(() => expect(shop.server.callsTo('GET /invitations/')).toHaveLength(1))
  await act(() => putSession(shop.deps.db, { ...admin, rights: ['shop'] }))
  await screen.findByText(/The list of users is for those/)
  expect(await button('Retry')).toBeTruthy()
})
