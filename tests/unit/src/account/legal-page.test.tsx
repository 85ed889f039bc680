import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newShop } from '../../../../contract/shop.ts'
import { putValue } from '../../../../src/db/database.ts'
import { openShop } from '../../../support/open-shop.tsx'

test('an open page shows the newer text that another tab has saved', async () => {
  const settings = (terms: number) => ({ ...newShop, version: terms, legal: { ...newShop.legal, terms } })
  const text = { version: 1, en: 'Payment within 30 days.', fr: '', es: '' }
  const { deps } = await openShop('/terms', {
    shop: settings(1),
    answers: { 'GET /shop/texts/terms/': { body: text }, 'GET /shop/': { body: settings(1) } },
  })
  expect(await screen.findByText('Payment within 30 days.')).toBeTruthy()
  await act(async () => {
    await putValue(deps.db, 'legal:terms', { ...text, version: 2, en: 'Payment in advance.' })
    await putValue(deps.db, 'shop', settings(2))
  })
  expect(await screen.findByText('Payment in advance.')).toBeTruthy()
})
