import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { admin, openShop } from '../../../../support/open-shop.tsx'
import { offer, orderWith } from '../../../../support/some-orders.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('the export of a tab has the state that the tab shows', async () => {
  // sent by the server before the validity ended
  const over = orderWith([{ kind: 'offer', side: 'shop', offer: offer({ validUntil: '2026-06-20' }) }])
  expect(over.state).toBe('offered')
  const files: (Blob | MediaSource)[] = []
  class Addresses extends URL {
    static override createObjectURL = (file: Blob | MediaSource) => `blob:${files.push(file)}`
    static override revokeObjectURL = () => undefined
  }
  vi.stubGlobal('URL', Addresses)
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const { user } = await openShop('/admin/order?tab=expired', {
    session: admin,
    answers: { 'GET /orders/changes/': { body: { changed: [over], deleted: [], next: 'c', more: false } } },
  })
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }))
  const text = await new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result)
    if (files[0] instanceof Blob) reader.readAsText(files[0])
  })
  expect(String(text).split('\r\n')[1]?.split(',')[3]).toBe('expired')
})
