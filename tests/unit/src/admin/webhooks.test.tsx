import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { limits } from '../../../../contract/limits.ts'
import { refusal } from '../../../support/fake-server.ts'
import { admin, openAs } from '../../../support/open-shop.tsx'

const id = '0190a1b2-0000-7000-8000-000000000001'
const hook = {
  ...{ _id: id, url: 'https://erp.example/hook', events: ['order.created'], active: true, waiting: 0 },
  created_at: '2026-01-01T00:00:00.000Z',
}
const open = (answers: object) => openAs(admin, '/admin/webhooks', answers as never)

test('a webhook is added; its secret stays until the person has it', { tags: '@long' }, async () => {
  const secret = 'whsec_c2VjcmV0'
  let isAdded = false
  const { user, server } = await open({
    'GET /webhooks/': () => ({ body: isAdded ? [hook] : [] }),
    'POST /webhooks/': () => {
      isAdded = true
      return { status: 201, body: { _id: id, secret } }
    },
  })
  expect(await screen.findByText('No other program receives events yet.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Add a webhook' }))
  await user.type(await screen.findByLabelText(/^Address/), 'erp')
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(await screen.findByText(/Please enter a public address/)).toBeTruthy()
  await user.clear(screen.getByLabelText(/^Address/))
  await user.type(screen.getByLabelText(/^Address/), hook.url)
  await user.click(screen.getByRole('checkbox', { name: 'Changes of requests' }))
  await user.click(screen.getByRole('button', { name: 'Add' }))
  const shown = await screen.findByRole('textbox', { name: 'Secret of the webhook' })
  expect(shown).toHaveProperty('value', secret)
  expect(server.callsTo('POST /webhooks/').map(({ body }) => body)).toEqual([
    { url: hook.url, events: ['order.created'] },
  ])
  await screen.findByRole('heading', { name: 'erp.example' })
  await user.keyboard('{Escape}')
  await user.click(document.body)
  expect(screen.getByRole('textbox', { name: 'Secret of the webhook' })).toBeTruthy()
  // another one would take its place
  const others = () => screen.queryAllByRole('button', { name: /^(Add a webhook|New secret for .*)$/ }).length
  expect(others()).toBe(0)
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  expect(await navigator.clipboard.readText()).toBe(secret)
  await user.click(screen.getByRole('button', { name: 'I have it' }))
  expect(screen.queryByRole('textbox', { name: 'Secret of the webhook' })).toBeNull()
  expect(others()).toBe(2)
})

test('says why one is paused, and goes on', async () => {
  const { user, server } = await open({
    'GET /webhooks/': { body: [{ ...hook, active: false, paused: 'failing', waiting: 2 }] },
    [`PUT /webhooks/${id}/`]: { body: hook },
  })
  expect(await screen.findByText(/has accepted no event for three days/)).toBeTruthy()
  expect(screen.getByText('2 events wait')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^Go on / }))
  await waitFor(() =>
    expect(server.callsTo(`PUT /webhooks/${id}/`).map(({ body }) => body)).toEqual([
      { url: hook.url, events: hook.events, active: true },
    ]),
  )
})

test('the question before a deletion names the program, and a full list says why no other one can be added', async () => {
  const many = Array.from({ length: limits.webhooks }, (_, at) => ({
    ...hook,
    _id: id.replace(/1$/, String(at)),
    url: `https://erp${at}.example/hook`,
  }))
  const { user } = await open({ 'GET /webhooks/': { body: many } })
  expect(await screen.findByText('There are at most 10 webhooks. To add another one, delete one first.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add a webhook' })).toBeNull()
  await user.click(within(screen.getByRole('region', { name: 'erp3.example' })).getByRole('button', { name: /Delete/ }))
  expect((await screen.findByRole('alertdialog')).textContent).toContain(
    'The program at erp3.example will receive no more events',
  )
})

test('a pause leaves the address and the events as a colleague has changed them meanwhile', async () => {
  const theirs = { ...hook, url: 'https://new.example/hook', events: ['stock.changed'] }
  let rows = [hook]
  const { user, server } = await open({
    'GET /webhooks/': () => ({ body: rows }),
    [`PUT /webhooks/${id}/`]: { body: theirs },
  })
  const pause = await screen.findByRole('button', { name: /^Pause / })
  rows = [theirs]
  await user.click(pause)
  await waitFor(() =>
    expect(server.callsTo(`PUT /webhooks/${id}/`).map(({ body }) => body)).toEqual([
      { url: theirs.url, events: theirs.events, active: false },
    ]),
  )
})

test('an edit leaves what a colleague has changed meanwhile and this person has not', { tags: '@long' }, async () => {
  const theirs = { ...hook, url: 'https://new.example/hook', events: ['order.created', 'stock.changed'] }
  let rows = [hook]
  const call = `PUT /webhooks/${id}/`
  const { user, server } = await open({ 'GET /webhooks/': () => ({ body: rows }), [call]: { body: theirs } })
  await user.click(await screen.findByRole('button', { name: 'Edit erp.example' }))
  await user.click(await screen.findByRole('checkbox', { name: 'Changes of requests' }))
  rows = [theirs]
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(server.callsTo(call).map(({ body }) => body)).toEqual([
      { url: theirs.url, events: ['order.created', 'order.changed', 'stock.changed'] },
    ]),
  )
})

test('a webhook that a colleague has deleted leaves the list when a new secret is asked for', {
  tags: '@long',
}, async () => {
  let rows = [hook]
  const { user } = await open({
    'GET /webhooks/': () => ({ body: rows }),
    [`POST /webhooks/${id}/secret/`]: refusal(404, 'not-found'),
  })
  const renew = await screen.findByRole('button', { name: /^New secret / })
  rows = []
  await user.click(renew)
  expect(await screen.findByText('This does not exist, or no longer exists.')).toBeTruthy()
  expect(await screen.findByText('No other program receives events yet.')).toBeTruthy()
})

test('a second press on New secret makes no second one; that of a webhook that is deleted is not shown any more', async () => {
  const { user, server } = await open({
    'GET /webhooks/': { body: [hook] },
    [`POST /webhooks/${id}/secret/`]: { status: 201, body: { _id: id, secret: 'whsec_bmV3' } },
    [`DELETE /webhooks/${id}/`]: { status: 204 },
  })
  await user.dblClick(await screen.findByRole('button', { name: /^New secret / }))
  await screen.findByRole('textbox', { name: 'Secret of the webhook' })
  // another one would end the one in use
  expect(server.callsTo(`POST /webhooks/${id}/secret/`)).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Delete erp.example' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.queryByRole('textbox', { name: 'Secret of the webhook' })).toBeNull()
})

const never = () => new Promise<never>(() => {})
const crm = { ...hook, _id: id.replace(/1$/, '2'), url: 'https://crm.example/hook' }

test('while a pause is on its way and a secret is made, another one is made too, and is shown when the person has the first', {
  tags: '@long',
}, async () => {
  const call = (_id: string) => `POST /webhooks/${_id}/secret/`
  const { promise: late, resolve: answer } = Promise.withResolvers<void>()
  const { user, server } = await open({
    'GET /webhooks/': { body: [hook, crm] },
    [`PUT /webhooks/${id}/`]: never,
    [call(id)]: () => late.then(() => ({ status: 201, body: { _id: id, secret: 'whsec_bmV3' } })),
    [call(crm._id)]: () => late.then(() => ({ status: 201, body: { _id: crm._id, secret: 'whsec_Y3Jt' } })),
  })
  const panel = async (name: string) => within(await screen.findByRole('region', { name }))
  await user.click((await panel('erp.example')).getByRole('button', { name: /^Pause / }))
  await waitFor(() => expect(server.callsTo(`PUT /webhooks/${id}/`)).toHaveLength(1))
  await user.click((await panel('erp.example')).getByRole('button', { name: /^New secret / }))
  await user.click((await panel('crm.example')).getByRole('button', { name: /^New secret / }))
  await waitFor(() => expect(server.callsTo(call(crm._id))).toHaveLength(1))
  expect(server.callsTo(call(id))).toHaveLength(1)
  answer()
  for (const [host, secret] of [
    ['erp.example', 'whsec_bmV3'],
    ['crm.example', 'whsec_Y3Jt'],
  ] as const) {
    const notice = await panel('Secret of the webhook')
    expect(notice.getByText(host)).toBeTruthy()
    expect(notice.getByRole('textbox')).toHaveProperty('value', secret)
    await user.click(notice.getByRole('button', { name: 'I have it' }))
  }
  expect(screen.queryByRole('region', { name: 'Secret of the webhook' })).toBeNull()
})

test('shows what was answered; three failed deliveries are sent again one after another, each only for the first press', async () => {
  const rows = [2, 3, 4].map((n) => ({
    ...{ _id: id.replace(/1$/, String(n)), event: 'order.created', attempts: 1, nextAt: null },
    ...{ at: '2026-01-02T00:00:00.000Z', ...(n === 2 ? { status: null, problem: 'timeout' } : { status: 500 }) },
  }))
  const again = ({ _id }: { _id: string }) => `POST /webhooks/${id}/deliveries/${_id}/resend/`
  const { user, server } = await open({
    'GET /webhooks/': { body: [hook] },
    [`GET /webhooks/${id}/deliveries/`]: { body: rows },
    ...Object.fromEntries(rows.map((row) => [again(row), never])),
  })
  await user.click(await screen.findByRole('button', { name: 'Deliveries to erp.example' }))
  expect(await screen.findAllByText('Not accepted, with the answer 500')).toHaveLength(2)
  expect(screen.getByText('No answer within ten seconds')).toBeTruthy()
  for (const button of screen.getAllByRole('button', { name: /^Send again/ })) await user.dblClick(button)
  await waitFor(() => expect(rows.map((row) => server.callsTo(again(row)).length)).toEqual([1, 1, 1]))
})

test('deliveries are looked at again only while their dialog is open', async () => {
  const set = vi.spyOn(globalThis, 'setInterval')
  const clear = vi.spyOn(globalThis, 'clearInterval')
  onTestFinished(() => void vi.restoreAllMocks())
  const row = { _id: '0190a1b2-0000-7000-8000-000000000002', event: 'order.created', attempts: 1, status: 500 }
  const { user } = await open({
    'GET /webhooks/': { body: [hook] },
    [`GET /webhooks/${id}/deliveries/`]: { body: [{ ...row, at: hook.created_at, nextAt: hook.created_at }] },
  })
  const looks = () => set.mock.results.filter((_, at) => set.mock.calls[at]?.[1] === 2000).map(({ value }) => value)
  await user.click(await screen.findByRole('button', { name: 'Deliveries to erp.example' }))
  await waitFor(() => expect(looks().length).toBeGreaterThan(0))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(looks().filter((timer) => !clear.mock.calls.some(([cleared]) => cleared === timer))).toEqual([])
})
