import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { pause } from '../../../../../src/lib/cancel.ts'
import type { Saying, Seen } from '../../../../support/fake-server.ts'
import { fish, page } from '../../../../support/fishes.ts'
import { admin, type OpenShop, openAs } from '../../../../support/open-shop.tsx'
import { oneInTurn } from '../../../../support/run.ts'

const at = '2026-01-01T00:00:00.000Z'
const user = { _id: 'u1', name: 'Awa', email: 'awa@example.com', isAdmin: false }
const hook = { _id: 'h1', url: 'https://erp.example/hook', events: ['order.created'], active: true, waiting: 0 }
const message = {
  ...{ _id: 'm1', subject: 'Price', name: 'Vera', email: 'v@example.org', message: 'How much?', created_at: at },
  ...{ isRead: false, isAnswered: false },
}
const other = { ...message, _id: 'm2', subject: 'Other' }
let isDeleted = false
const seller = { version: 3, legalName: 'Quay SA', taxNumber: '', registrationNumber: '', approvalNumber: '' }
const bank = { holder: 'Quay SA', bank: 'Banque du Port', account: 'FR14 2004 1010 0505 0001 3M02 606', bic: '' }
const pending = { ...bank, _id: 'b2', since: at, by: { name: 'Awa' }, isOwn: true }
const ofBank = { ...seller, bank: { ...bank, since: at } }
const invited = { _id: 'i1', url: 'https://x.example/#/i1', until: '2030-01-01T00:00:00.000Z', isMailed: true }

interface Row {
  what: string
  path: string
  answers: Record<string, Saying>
  /** opens the first dialog, sends it, and opens the next one */
  presses: [RegExp, string, RegExp]
  /** the call that is answered late */
  call: string
  said: RegExp
  fill?: (user: OpenShop['user']) => Promise<unknown>
}
const rows: Row[] = [
  {
    ...{ what: 'an edit of a user', path: '/users', call: 'PUT /users/update/u1/', said: /^The user was saved/ },
    presses: [/^Edit .*awa@/, 'Save Changes', /^Edit .*ida@/],
    answers: {
      'GET /users/': { body: [user, { ...user, _id: 'u2', email: 'ida@example.com' }] },
      ...{ 'GET /users/u1': { body: user }, 'PUT /users/update/u1/': { body: user } },
    },
  },
  {
    ...{ what: 'an edit of a product', path: '/admin/products', call: 'PUT /fishes/update/f1/' },
    ...{ presses: [/^Edit Common octopus/, 'Save', /^Add product/], said: /^The product was saved/ },
    answers: { 'GET /fish/': page([fish({ _id: 'f1' })]), 'PUT /fishes/update/f1/': { body: fish({ _id: 'f1' }) } },
  },
  {
    ...{ what: 'an edit of a webhook', path: '/admin/webhooks', call: 'PUT /webhooks/h1/' },
    ...{ presses: [/^Edit erp\.example/, 'Save', /^Edit crm\.example/], said: /^The webhook was saved/ },
    answers: {
      'GET /webhooks/': {
        body: [hook, { ...hook, _id: 'h2', url: 'https://crm.example/' }].map((one) => ({ ...one, created_at: at })),
      },
      'PUT /webhooks/h1/': { body: hook },
    },
  },
  {
    ...{ what: 'an invitation', path: '/users', call: 'POST /invitations/', said: /is on its way|^Link/ },
    presses: [/^Invite a colleague/, 'Invite', /^Invite a colleague/],
    answers: {
      ...{ 'GET /users/': { body: [] }, 'GET /invitations/': { body: [] } },
      'POST /invitations/': { status: 201, body: invited },
    },
    fill: async (user) => user.click(await screen.findByRole('checkbox', { name: 'Orders' })),
  },
  {
    ...{ what: 'the deletion of a message', path: '/admin/messages', call: 'DELETE /messages/m1/' },
    ...{ presses: [/^Delete .*Price/, 'Delete', /^Delete .*Other/], said: /^Other, renamed/ },
    answers: {
      // what is said is the list, which is read again
      'GET /messages/': () => ({
        body: isDeleted ? [{ ...other, subject: 'Other, renamed' }] : [message, other],
      }),
      'DELETE /messages/m1/': () => {
        isDeleted = true
        return { status: 204 }
      },
    },
  },
  {
    ...{ what: 'a withdrawal of a bank account', path: '/admin/shop', call: 'DELETE /shop/bank/b2/' },
    presses: [/^Withdraw the new account/, 'Withdraw the new account', /^Change the bank account/],
    said: /^The new account was withdrawn/,
    answers: { 'GET /shop/seller/': { body: { ...ofBank, pending } }, 'DELETE /shop/bank/b2/': { status: 204 } },
  },
  {
    ...{ what: 'another bank account', path: '/admin/shop', call: 'POST /shop/bank/', said: /^Pro formas name/ },
    presses: [/^Give a bank account/, 'Save', /^Change the bank account|^Give a bank account/],
    answers: { 'GET /shop/seller/': { body: seller }, 'POST /shop/bank/': { body: ofBank } },
    async fill(user) {
      const dialog = within(await screen.findByRole('dialog'))
      for (const [label, text] of [
        [/^Account holder/, bank.holder],
        [/^Bank/, bank.bank],
        [/^IBAN/, bank.account],
        [/^Your password/, 'secret'],
      ] as const)
        await user.type(dialog.getByLabelText(label, { selector: 'input' }), text)
    },
  },
]

test.each(oneInTurn(rows))(
  '$what that is answered after its dialog was closed does not close the next one',
  async (row) => {
    const late = Promise.withResolvers<void>()
    const answer = row.answers[row.call] ?? {}
    const answers = {
      ...row.answers,
      [row.call]: (seen: Seen) => late.promise.then(() => (typeof answer === 'function' ? answer(seen) : answer)),
    }
    const { user, server } = await openAs(admin, row.path, answers)
    const dialogs = () => [...screen.queryAllByRole('dialog'), ...screen.queryAllByRole('alertdialog')]
    const opened = async (name: RegExp) => {
      await user.click(await screen.findByRole('button', { name }))
      await waitFor(() => expect(dialogs()).toHaveLength(1))
      return dialogs()[0] ?? document.body
    }
    const first = await opened(row.presses[0])
    await row.fill?.(user)
    await user.click(within(first).getByRole('button', { name: row.presses[1] }))
    await waitFor(() => expect(server.callsTo(row.call)).toHaveLength(1))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(dialogs()).toEqual([]))
    const next = await opened(row.presses[2])
    await act(async () => late.resolve())
    await screen.findAllByText(row.said)
    await act(() => pause(100))
    expect(dialogs()).toEqual([next])
  },
)
