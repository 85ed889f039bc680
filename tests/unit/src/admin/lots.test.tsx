import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Lot } from '../../../../contract/lots.ts'
import { refusal } from '../../../support/fake-server.ts'
import { fish } from '../../../support/fishes.ts'
import { stubWorker } from '../../../support/inline-worker.ts'
import { admin, openAs } from '../../../support/open-shop.tsx'

beforeEach(stubWorker)
afterEach(() => void vi.unstubAllGlobals())

const id = '0190a1b2-0000-7000-8000-000000000001'
const hake = fish({ _id: '0190a1b2-0000-7000-8000-0000000000f1', code: 'HK-1', trade_name: 'Hake' })
const typed: Lot = {
  ...{ _id: id, code: 'KR-1', fishe: hake._id, vessel: '', imo: '', flag: '', gear: '', area: '', subarea: '' },
  ...{ caughtFrom: '', caughtTo: '', landedAt: '', plant: '', producedOn: '2026-05-04', bestBefore: '2028-05-04' },
  ...{ certificate: '', note: '', updated_at: 'v1', files: [] },
}

async function open(answers: object = {}, session = admin) {
  const shop = await openAs(session, '/admin/lots', { 'GET /lots/': { body: [typed] }, ...answers } as never)
  await shop.deps.db.fishes.put(hake as never)
  return shop
}

test('a lot of the cold store says what is missing, and gets it', async () => {
  const { user, server } = await open({ [`PUT /lots/${id}/`]: { body: typed } })
  expect(await screen.findByText('Missing: FAO area, Caught from, Approval number of the plant')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Edit KR-1' }))
  const form = within(await screen.findByRole('dialog', { name: 'Edit lot KR-1' }))
  await user.selectOptions(await form.findByLabelText(/^FAO area/), '34 Atlantic, eastern central')
  await user.type(form.getByLabelText(/^Caught from/), '2026-05-05')
  await user.type(form.getByLabelText(/^Approval number/), 'SN 12')
  await user.type(form.getByLabelText('IMO number'), 'IMO 9074728')
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(form.getByText('This is not a valid IMO number: please check its seven digits')).toBeTruthy()
  expect(form.getByText('This day is earlier than the one before it')).toBeTruthy()
  await user.clear(form.getByLabelText('IMO number'))
  await user.clear(form.getByLabelText(/^Caught from/))
  await user.type(form.getByLabelText(/^Caught from/), '2026-05-01')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.callsTo(`PUT /lots/${id}/`)).toHaveLength(1))
  expect(server.callsTo(`PUT /lots/${id}/`)[0]?.body).toEqual({
    ...{ code: 'KR-1', fishe: hake._id, area: '34', caughtFrom: '2026-05-01', plant: 'SN 12' },
    ...{ producedOn: '2026-05-04', bestBefore: '2028-05-04' },
  })
})

test('the list of those who got a lot becomes a file, and a lot that was shipped stays', async () => {
  const got = { order: 'o1', reference: 'QS-1', company: 'Mer SA', line: 'Hake', container: 'CSQU3054383', net: 999.5 }
  const { user } = await open({
    [`GET /lots/${id}/orders/`]: { body: [got] },
    [`DELETE /lots/${id}/`]: refusal(409, 'lot-in-use'),
  })
  await user.click(await screen.findByRole('button', { name: 'Who got lot KR-1' }))
  const list = within(await screen.findByRole('dialog', { name: 'Who got lot KR-1' }))
  expect((await list.findByRole('listitem')).textContent).toContain('Hake · CSQU3054383 · 999.5 kg')
  let saved = ''
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved = this.download
  })
  await user.click(list.getByRole('button', { name: 'Recall list as CSV' }))
  await waitFor(() => expect(saved).toMatch(/^recall-KR-1-.*\.csv$/))
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Delete KR-1' }))
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: 'Delete' }))
  expect(await question.findByText('A shipment names this lot, so it stays in the book.')).toBeTruthy()
})

test('a new lot finds its product in the catalogue on the device', async () => {
  const { user, server, deps } = await open({ 'GET /lots/': { body: [] }, 'POST /lots/': refusal(409, 'lot-exists') })
  await deps.db.keyValue.put({ name: 'catalogue', value: { complete: true } } as never)
  await user.click(await screen.findByRole('button', { name: 'New lot' }))
  const form = within(await screen.findByRole('dialog', { name: 'New lot' }))
  await user.click(await form.findByRole('button', { name: 'Save' }))
  expect(document.activeElement).toBe(form.getByLabelText(/^Lot code/))
  expect(server.callsTo('POST /lots/')).toEqual([])
})

test('who has the orders alone reads the book', async () => {
  await open({}, { ...admin, rights: ['orders'] } as never)
  expect(await screen.findByRole('button', { name: 'Who got lot KR-1' })).toBeTruthy()
  for (const name of ['New lot', 'Edit KR-1', 'Delete KR-1']) expect(screen.queryByRole('button', { name })).toBeNull()
})
