import { i18n } from '@lingui/core'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createDatabase, putValue } from '../../../../../src/db/database.ts'
import { putChosen } from '../../../../../src/db/files.ts'
import { saveChosen, unfitWords } from '../../../../../src/orders/files/chosen-files.tsx'
import { customer, openAs } from '../../../../support/open-shop.tsx'
import { orderWith } from '../../../../support/some-orders.ts'

const paper = { _id: 'f1', name: 'Paper.pdf', type: 'application/pdf' as const, bytes: 4, sha256: 'a'.repeat(64) }

test('says so where this device cannot let a chosen file go', async () => {
  const order = orderWith([])
  const { user, deps } = await openAs(customer, '/order/o1', { 'GET /orders/o1/': { body: { data: order } } })
  const file = { ...paper, blob: new Blob(['%PDF']) }
  await putChosen(deps.db, { file, userId: customer.userId, order: order._id, at: 1 })
  await user.click(await screen.findByRole('textbox', { name: 'Write a message' }))
  deps.db.files.hook('deleting', () => {
    throw new Error('the device is full')
  })
  await user.click(await screen.findByRole('button', { name: 'Remove Paper.pdf' }))
  expect(await screen.findByText('This could not be saved on this device.')).toBeTruthy()
  expect(await deps.db.files.count()).toBe(1)
})

test('a French colon has a space before it, also after the name of a file that cannot be sent', async () => {
  const { messages } = await import('../../../../../src/locales/fr.po')
  const answers = { 'GET /orders/o1/': { body: { data: orderWith([]) } } }
  await openAs(customer, '/order/o1', answers)
  await act(async () => i18n.loadAndActivate({ locale: 'fr', messages }))
  const files = [new File(['a, b'], 'prix.csv', { type: 'text/csv' })]
  fireEvent.change(await screen.findByLabelText('Joindre des fichiers'), { target: { files } })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toMatch(/^prix\.csv\u202f: seuls les images et les PDF/)
})

test('what was wrong with a file does not stay when the message is sent without it, but the tick for pictures does', async () => {
  const answers = { 'GET /orders/o1/': { body: { data: orderWith([]) } } }
  const { user, deps } = await openAs(customer, '/order/o1', answers)
  const files = [new File(['a, b'], 'prices.csv', { type: 'text/csv' })]
  fireEvent.change(await screen.findByLabelText('Add files'), { target: { files } })
  expect((await screen.findByRole('alert')).textContent).toContain('prices.csv')
  const tick = screen.getByRole('checkbox', { name: /original size/ })
  await user.click(tick)
  await user.type(screen.getByRole('textbox', { name: 'Write a message' }), 'Here are our prices')
  await user.click(screen.getByRole('button', { name: 'Send message' }))
  await waitFor(async () => expect(await deps.db.outbox.count()).toBe(1))
  await waitFor(() => expect(screen.queryByText(/prices\.csv/)).toBeNull())
  expect(screen.getByRole('checkbox', { name: /original size/ })).toBe(tick)
  expect(tick).toHaveProperty('checked', true)
})

test('how far a file has come is written as in each language', async () => {
  const file = { _id: 'f1', name: 'Paper.pdf', type: 'application/pdf' as const, bytes: 100, sha256: 'a'.repeat(64) }
  const order = orderWith([{ kind: 'message', text: 'Here it is', side: 'buyer', files: [file] }])
  const { deps } = await openAs(customer, '/order/o1', { 'GET /orders/o1/': { body: { data: order } } })
  await screen.findByText('Announced, not here yet')
  await act(() => putValue(deps.db, 'sending-file', { id: 'f1', sent: 45 }))
  expect((await screen.findByRole('progressbar')).nextSibling?.textContent).toBe('45%')
  act(() => i18n.loadAndActivate({ locale: 'fr', messages: {} }))
  expect(screen.getByRole('progressbar').nextSibling?.textContent).toBe('45\u00a0%')
})

test('a PDF that was moved or deleted after it was chosen is not called a picture', async () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  const file = new File(['%PDF'], 'Paper.pdf', { type: 'application/pdf' })
  const gone = () => Promise.reject(new DOMException('gone', 'NotFoundError'))
  file.arrayBuffer = vi.fn(gone)
  file.slice = () => file
  const device = { db: createDatabase('moved-file'), clock: { now: () => 1 } }
  const result = await saveChosen(device, { userId: 'ann', order: 'o1' }, { file, original: false })
  expect(result).toBe('unreadable')
  if (result === 'saved') throw new Error('not reached')
  expect(i18n._(unfitWords[result])).toBe('this file cannot be read here')
})
