import { useLingui } from '@lingui/react/macro'
import { locales, toLocale } from '../../contract/locales.ts'
import { chooseLocale } from '../i18n/locale.ts'
import { languageNames, useLocale } from '../i18n/use-locale.ts'

/** The choice of language. In a narrow bar only the language code is visible, with a transparent select over it. */
export function LanguageSelect() {
  const { t } = useLingui()
  const locale = useLocale()
  return (
    <span className="language">
      <span className="header-link language-code" aria-hidden="true">
        {locale.toUpperCase()}
      </span>
      <select
        className="language-select"
        aria-label={t`Language`}
        value={locale}
        onChange={(event) => void chooseLocale(toLocale(event.target.value) ?? 'en').catch(() => undefined)}
      >
        {locales.map((each) => (
          <option key={each} value={each} lang={each}>
            {languageNames[each]}
          </option>
        ))}
      </select>
    </span>
  )
}
