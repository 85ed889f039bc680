import { i18n } from '@lingui/core'
import { act, cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newShop } from '../../../../contract/shop.ts'
import { demoShop } from '../../../../server/demo/demo-shop.ts'
import { openShop } from '../../../support/open-shop.tsx'

test('the country in the shop’s address is translated', async () => {
  await openShop('/P404')
  for (const [locale, place] of [
    ['en', 'Dakar, Senegal'],
    ['fr', 'Dakar, Sénégal'],
    ['es', 'Dakar, Senegal'],
  ] as const) {
    const { messages } = await import(`../../../../src/locales/${locale}.po`)
    await act(async () => i18n.loadAndActivate({ locale, messages }))
    expect(screen.getByText(/Môle 10/).parentElement?.textContent).toContain(place)
  }
})

test('the contact screen and the footer show the address; a shop without one has no empty heading', async () => {
  await openShop('/contact')
  const titles = await screen.findAllByRole('heading', { name: 'Reach us' })
  expect(titles).toHaveLength(2)
  expect(screen.getAllByRole('link', { name: demoShop.email })).toHaveLength(2)
  expect(screen.getAllByRole('link', { name: 'Chat with us' })).toHaveLength(2)
  cleanup()
  await openShop('/contact', { shop: newShop })
  await screen.findByRole('textbox', { name: 'Subject' })
  expect(screen.queryByRole('heading', { name: 'Reach us' })).toBeNull()
  // only the shop itself says and promises something
  expect(screen.getByRole('contentinfo').textContent).toMatch(/^Seafood shop ?Shop/)
  expect(screen.queryByRole('link', { name: 'Chat with us' })).toBeNull()
})
