import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

// no `fallbackLocales`: with them a missing translation would pass every check unseen
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'fr', 'es'],
  catalogs: [{ path: '<rootDir>/src/locales/{locale}', include: ['src'] }],
  format: formatter({ lineNumbers: false }),
})
