import { i18n } from '@lingui/core'
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sending } from '../../../../../src/data/files/progress.ts'
import { customer, openAs } from '../../../../support/open-shop.tsx'
import { orderWith } from '../../../../support/some-orders.ts'

test('how far a file has come is written as in each language', async () => {
  const file = { _id: 'f1', name: 'Paper.pdf', type: 'application/pdf' as const, bytes: 100, sha256: 'a'.repeat(64) }
  const order = orderWith([{ kind: 'message', text: 'Here it is', side: 'buyer', files: [file] }])
  await openAs(customer, '/order/o1', { 'GET /orders/o1/': { body: { data: order } } })
  await screen.findByText('Announced, not here yet')
  act(() => sending.set({ id: 'f1', sent: 45 }))
  expect((await screen.findByRole('progressbar')).nextSibling?.textContent).toBe('45%')
  act(() => i18n.loadAndActivate({ locale: 'fr', messages: {} }))
  expect(screen.getByRole('progressbar').nextSibling?.textContent).toBe('45\u00a0%')
  act(() => sending.set(undefined))
})
