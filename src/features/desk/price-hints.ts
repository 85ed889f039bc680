import { useLingui } from '@lingui/react/macro'
import { formatDate } from '../../i18n/dates.ts'
import { formatMoney } from '../../i18n/money.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import type { LastPrice } from '../../orders/last-prices.ts'

/** Says of each remembered price to whom it was offered and when. */
export function usePriceHints() {
  const { t } = useLingui()
  const locale = useLocale()
  const hint = ({ price, currency, at, isOwn }: LastPrice) => {
    const amount = formatMoney(price, currency, locale)
    const [day] = formatDate(at).split(' ')
    return isOwn ? t`to this buyer: ${amount}, ${day}` : t`to another buyer: ${amount}, ${day}`
  }
  return (prices: ReadonlyMap<string, LastPrice>): Map<string, string> =>
    new Map([...prices].map(([fishe, remembered]) => [fishe, hint(remembered)]))
}
