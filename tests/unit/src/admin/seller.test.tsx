import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Seller } from '../../../../contract/papers/parties.ts'
import { refusal, type Saying } from '../../../support/fake-server.ts'
import { admin, openAs } from '../../../support/open-shop.tsx'

const start: Seller = { version: 3, legalName: 'Quay SA', taxNumber: '', registrationNumber: '', approvalNumber: '' }
const account = { holder: 'Quay SA', bank: 'Banque du Port', account: 'GB82 WEST 1234 5698 7654 32', bic: 'BDPOSNDA' }
const bank = { ...account, since: '2026-01-01T10:00:00.000Z' }
const french = 'FR14 2004 1010 0505 0001 3M02 606'
const pending = {
  ...{ ...account, _id: 'b2', account: french, since: '2026-01-02T10:00:00.000Z' },
  ...{ by: { name: 'Awa Diop' }, isOwn: false },
}
const confirm = 'POST /shop/bank/b2/confirm/'

async function open(seller: Seller, answers: Record<string, Saying> = {}) {
  const shop = await openAs(admin, '/admin/shop', { 'GET /shop/seller/': { body: seller }, ...answers })
  const part = async (name: string) => within(await screen.findByRole('region', { name }))
  return { ...shop, bank: await part('Bank account'), names: await part('Who sells') }
}

test('who sells is saved with the version that was read', async () => {
  const saved = { ...start, taxNumber: 'SN 12', version: 4 }
  const { user, server, names } = await open(start, { 'PUT /shop/seller/': { body: saved } })
  await user.type(await names.findByLabelText('Tax number'), 'SN 12')
  await user.click(names.getByRole('button', { name: /^Save/ }))
  expect(await screen.findByText('The company details were saved.')).toBeTruthy()
  const { version, ...texts } = start
  expect(server.callsTo('PUT /shop/seller/').map(({ body }) => body)).toEqual([
    { ...texts, taxNumber: 'SN 12', version },
  ])
})

test('a field that somebody else changed too is a question', { tags: '@long' }, async () => {
  let seller = start
  const { user, server, names } = await open(start, {
    'GET /shop/seller/': () => ({ body: seller }),
    'PUT /shop/seller/': ({ body }) => {
      if (Object(body).version !== seller.version) return refusal(409, 'edited-meanwhile')
      seller = { ...seller, ...Object(body), version: seller.version + 1 }
      return { body: seller }
    },
  })
  const name = await names.findByLabelText('Legal name')
  await user.clear(name)
  await user.type(name, 'Quay SARL')
  seller = { ...start, legalName: 'Quay Ltd', approvalNumber: '012', version: 4 }
  await user.click(names.getByRole('button', { name: /^Save/ }))
  expect(await names.findByText(/Somebody else has saved this meanwhile/)).toBeTruthy()
  expect(names.getByLabelText('Approval number of the plant')).toHaveProperty('value', '012')
  await user.click(names.getByRole('radio', { name: /Your value/ }))
  await user.click(names.getByRole('button', { name: /^Save/ }))
  await screen.findByText('The company details were saved.')
  expect(server.callsTo('PUT /shop/seller/').at(-1)?.body).toMatchObject({ legalName: 'Quay SARL', version: 4 })
})

test('another account asks for the password again; a wrong IBAN is said at its field, and only the password is forgotten', async () => {
  const asked = { ...start, bank, pending: { ...pending, isOwn: true } }
  const shop = await open(
    { ...start, bank },
    {
      'POST /shop/bank/': ({ body }) =>
        Object(body).password === 'open-sesame' ? { body: asked } : refusal(403, 'wrong-password'),
    },
  )
  const { user, server } = shop
  expect(await shop.bank.findByText(account.account)).toBeTruthy()
  expect(shop.bank.getByText('In force since')).toBeTruthy()
  await user.click(shop.bank.getByRole('button', { name: 'Change the bank account' }))
  let dialog = within(await screen.findByRole('dialog'))
  const field = (name: RegExp) => dialog.getByLabelText(name, { selector: 'input' })
  await user.type(field(/^Account holder/), 'Quay SA')
  await user.type(field(/^Bank/), 'Banque du Port')
  await user.type(field(/^IBAN/), french.replace('606', '607'))
  await user.type(field(/^BIC/), 'bdpo snda')
  await user.type(field(/^Your password/), 'wrong')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('This IBAN is not right. Was it copied as a whole?')).toBeTruthy()
  expect(document.activeElement).toBe(field(/^IBAN/))
  expect(server.callsTo('POST /shop/bank/')).toEqual([])
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(shop.bank.getByRole('button', { name: 'Change the bank account' }))
  dialog = within(await screen.findByRole('dialog'))
  await waitFor(() => expect(field(/^IBAN/)).toHaveProperty('value', french.replace('606', '607')))
  expect(field(/^Your password/)).toHaveProperty('value', '')
  await user.type(field(/^IBAN/), '{Backspace}6')
  await user.type(field(/^Your password/), 'wrong')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('The password is wrong.')).toBeTruthy()
  await user.clear(field(/^Your password/))
  await user.type(field(/^Your password/), 'open-sesame')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await shop.bank.findByText(/The new account was requested/)).toBeTruthy()
  expect(server.callsTo('POST /shop/bank/').at(-1)?.body).toEqual({
    ...account,
    account: french,
    password: 'open-sesame',
  })
  expect(await shop.bank.findByText(/Another person with the right to the shop can confirm it/)).toBeTruthy()
  expect(shop.bank.queryByRole('button', { name: 'Confirm the new account' })).toBeNull()
  expect(JSON.stringify(await shop.deps.db.keyValue.toArray())).not.toContain('open-sesame')
})

test('a second person confirms with a password', async () => {
  const shop = await open(
    { ...start, bank, pending },
    { [confirm]: { body: { ...start, bank: { ...bank, account: french } } } },
  )
  await shop.user.click(await shop.bank.findByRole('button', { name: 'Confirm the new account' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(french)).toBeTruthy()
  await shop.user.click(dialog.getByRole('button', { name: 'Confirm the new account' }))
  expect(await dialog.findByText('Please fill in this field')).toBeTruthy()
  await shop.user.type(dialog.getByLabelText(/^Your password/, { selector: 'input' }), 'secret')
  await shop.user.click(dialog.getByRole('button', { name: 'Confirm the new account' }))
  expect(await shop.bank.findByText('Pro formas name this account from now on.')).toBeTruthy()
  expect(shop.bank.getByText(french)).toBeTruthy()
  expect(shop.bank.queryByText(/has requested another account/)).toBeNull()
  expect(shop.server.callsTo(confirm).map(({ body }) => body)).toEqual([{ password: 'secret' }])
})

test('a new account is withdrawn after a question', { tags: '@long' }, async () => {
  let seller: Seller = { ...start, bank, pending: { ...pending, isOwn: true } }
  const withdraw = 'DELETE /shop/bank/b2/'
  const shop = await open(seller, {
    'GET /shop/seller/': () => ({ body: seller }),
    [withdraw]: () => {
      seller = { ...start, bank }
      return { status: 204 }
    },
  })
  await shop.user.click(await shop.bank.findByRole('button', { name: 'Withdraw the new account' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(shop.server.callsTo(withdraw)).toEqual([])
  await shop.user.click(question.getByRole('button', { name: 'Withdraw the new account' }))
  expect(await shop.bank.findByText('The new account was withdrawn. The current one stays in effect.')).toBeTruthy()
  await waitFor(() => expect(shop.bank.queryByText(/has requested another account/)).toBeNull())
  expect(shop.server.callsTo(withdraw)).toHaveLength(1)
})
