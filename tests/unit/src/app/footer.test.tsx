import { i18n } from '@lingui/core'
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openShop } from '../../../support/open-shop.tsx'

test.each([
  ['en', 'Dakar, Senegal'],
  ['fr', 'Dakar, Sénégal'],
  ['es', 'Dakar, Senegal'],
])('the address of the shop names its country in the language of the page: %s', async (locale, place) => {
  const { messages } = await import(`../../../../src/locales/${locale}.po`)
  await openShop('/P404')
  await act(async () => i18n.loadAndActivate({ locale, messages }))
  expect(screen.getByText(/Môle 10/).parentElement?.textContent).toContain(place)
})
