import { act, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { putSession } from '../../../../../src/data/session/session.ts'
import { preloadDialogs } from '../../../../../src/ui/dialogs/dialog.tsx'
import { offline, type Saying } from '../../../../support/fake-server.ts'
import { admin, openShop } from '../../../../support/open-shop.tsx'

// the dialog's code takes a while to compile
beforeAll(async () => expect(await preloadDialogs()).toBe(true), 60_000)

const id = (n: number) => `0190a1b2-0000-7000-8000-00000000010${n}`
const ana = {
  ...{ _id: id(1), email: 'ana@example.com', rights: ['orders'], by: 'Ibrahima' },
  ...{ at: '2026-01-02T03:04:05.000Z', until: '2030-01-09T03:04:05.000Z' },
}
const bo = { ...ana, _id: id(2), email: 'bo@example.com', rights: ['products'] }
const renewal = ({ _id }: { _id: string }) => `POST /invitations/${_id}/renew/`

/** An answer that waits until it is let go. */
function late(body: object) {
  let go = () => {}
  const gone = new Promise<void>((resolve) => {
    go = resolve
  })
  return { saying: () => gone.then(() => ({ status: 201, body })), go: () => act(async () => go()) }
}
const link = ({ _id, until }: typeof ana, isMailed = false) => ({
  _id,
  url: `https://x.example/#/${_id}`,
  until,
  isMailed,
})

const open = (answers: Record<string, Saying>) =>
  openShop('/users', {
    session: admin,
    answers: { 'GET /users/': { body: [] }, 'GET /invitations/': { body: [ana, bo] }, ...answers },
  })
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
