import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type AdminAction, actionKinds } from '../../../../contract/admin-log.ts'
import { actionNames } from '../../../../src/admin/log-texts.ts'
import { offline, type Seen } from '../../../support/fake-server.ts'
import { admin, openAs } from '../../../support/open-shop.tsx'

const list = 'GET /admin/log/'
const action = (number: number, rest: Partial<AdminAction>): AdminAction => ({
  _id: `0190a1b2-0000-7000-8000-00000000040${number}`,
  at: '2026-01-02T03:04:05.000Z',
  kind: 'product-changed',
  by: { _id: '0190a1b2-0000-7000-8000-000000000001', name: 'Ana' },
  thing: { kind: 'product', _id: '0190a1b2-0000-7000-8000-000000000002', name: 'Atlantic cod' },
  changes: [],
  ...rest,
})
const actions = [
  action(1, { changes: [{ field: 'countInStock', from: '12.5', to: '4' }] }),
  action(2, {
    kind: 'settings-changed',
    thing: { kind: 'settings', _id: '1', name: '' },
    changes: [{ field: 'city.fr', from: '', to: 'Dakar' }],
  }),
  action(3, {
    kind: 'rights-given',
    thing: { kind: 'user', _id: '0190a1b2-0000-7000-8000-000000000003', name: 'Bo' },
    changes: [{ field: 'isAdmin', from: 'false', to: 'true' }],
  }),
]
const answer = (rows: AdminAction[]) => () => ({ body: rows, headers: { 'x-total-count': String(rows.length) } })
const rowOf = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(name) }))

test('an entry shows who did what, and the old and new value of each field with its form label', async () => {
  const thing = { kind: 'webhook', _id: '0190a1b2-0000-7000-8000-000000000007', name: 'erp.example' } as const
  const shop = { kind: 'settings', _id: '', name: 'Quayside' } as const
  const events = { field: 'events', from: '', to: 'order.created, stock.changed' }
  const more = [
    action(4, { kind: 'product-deleted' }),
    action(5, { kind: 'webhook-added', thing, changes: [events] }),
    action(6, { kind: 'seller-changed', thing: shop, changes: [{ field: 'approvalNumber', from: '', to: '012' }] }),
    action(7, { kind: 'bank-asked', thing: shop, changes: [{ field: 'bank.account', from: '…5432', to: '…2606' }] }),
  ]
  await openAs(admin, '/admin/log', { [list]: answer([...actions, ...more]) })
  const product = await rowOf('Product changed')
  expect(product.getByText('Atlantic cod')).toBeTruthy()
  expect(product.getByText('Ana')).toBeTruthy()
  expect(product.getByRole('listitem').textContent).toBe('Stock (t): from 12.5 to 4')
  expect((await rowOf('Settings of the shop changed')).getByRole('listitem').textContent).toBe(
    'City and country (FR): to Dakar',
  )
  const changeOf = async (name: string) => (await rowOf(name)).getByRole('listitem').textContent
  expect(await changeOf('Rights given')).toBe('Admin: from No to Yes')
  expect(await changeOf('Webhook added')).toBe('Events: to New requests, Changes of stock')
  expect(await changeOf('Company details changed')).toContain('Approval number of the plant')
  expect(await changeOf('Another bank account requested')).toBe('IBAN or account number: from …5432 to …2606')
  // without values there is no sign that stands for nothing
  expect((await rowOf('Product deleted')).getAllByRole('cell')[0]?.textContent).toBe('')
})

test('the log is filtered by kind of thing, in the address', async () => {
  const answers = {
    [list]: ({ path }: Seen) => answer(path.includes('thing=user') ? actions.slice(2) : actions)(),
  }
  const { user, place } = await openAs(admin, '/admin/log', answers)
  await rowOf('Product changed')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Users')
  // the header and one row
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2))
  expect(screen.getByRole('row', { name: /Rights given/ })).toBeTruthy()
  expect(place()).toBe('/admin/log?thing=user')
})

test('a click on a name filters the log by person, in the address; another one removes the filter', async () => {
  const bo = { _id: '0190a1b2-0000-7000-8000-000000000003', name: 'Bo' }
  const all = [...actions, action(4, { kind: 'product-picture', by: bo })]
  const answers = { [list]: ({ path }: Seen) => answer(path.includes(`by=${bo._id}`) ? all.slice(3) : all)() }
  const { user, place } = await openAs(admin, '/admin/log?thing=product', answers)
  await user.click((await rowOf('Picture of a product changed')).getByRole('link', { name: /^Bo – only what/ }))
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2))
  expect(place()).toBe(`/admin/log?thing=product&by=${bo._id}`)
  expect(screen.queryByRole('link', { name: /^Bo/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Only Bo – show everybody' }))
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(5))
  expect(place()).toBe('/admin/log?thing=product')
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Show' }))
})

test('a search, another page and another kind keep the person', async () => {
  const by = '0190a1b2-0000-7000-8000-000000000003'
  let rows = 1
  // another entry each time
  const answers = { [list]: () => ({ body: [action(rows++, {})], headers: { 'x-total-count': '60' } }) }
  const { user, place, server } = await openAs(admin, `/admin/log?by=${by}`, answers)
  const newest = () => new URLSearchParams(server.callsTo(list).at(-1)?.path.split('?')[1])
  await user.click(await screen.findByRole('button', { name: 'Next page' }))
  await waitFor(() => expect([newest().get('page'), newest().get('by')]).toEqual(['2', by]))
  await user.type(screen.getByRole('searchbox'), 'cod')
  await waitFor(() => expect([newest().get('keyword'), newest().get('by')]).toEqual(['cod', by]))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Users')
  await waitFor(() => expect([newest().get('thing'), newest().get('by')]).toEqual(['user', by]))
  expect(new URLSearchParams(place().split('?')[1]).get('by')).toBe(by)
})

test('an empty log and a failed request have their messages', async () => {
  const first = await openAs(admin, '/admin/log', { [list]: answer([]) })
  expect(await screen.findByText('No administrator has changed anything yet.')).toBeTruthy()
  first.unmount()
  await openAs(admin, '/admin/log', { [list]: offline })
  expect((await screen.findAllByText('There is no connection to the shop.')).length).toBeGreaterThan(0)
})

test('each kind of action has a name', () => {
  expect(Object.keys(actionNames).sort()).toEqual(Object.values(actionKinds).flat().sort())
})
