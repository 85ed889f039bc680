import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Footer } from '../../../src/app/footer.tsx'

test.each([
  ['en', 'Dakar, Senegal'],
  ['fr', 'Dakar, Sénégal'],
  ['es', 'Dakar, Senegal'],
])('the address of the shop names its country in the language of the page: %s', async (locale, place) => {
  const { messages } = await import(`../../../src/locales/${locale}.po`)
  const i18n = setupI18n({ locale, messages: { [locale]: messages } })
  render(
    <I18nProvider i18n={i18n}>
      <Footer />
    </I18nProvider>,
  )
  expect(screen.getByText(/Môle 10/).textContent).toContain(place)
})
