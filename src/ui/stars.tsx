import { useLingui } from '@lingui/react/macro'
import { formatNumber } from '../i18n/numbers.ts'
import { useLocale } from '../i18n/use-locale.ts'

/** Five stars filled up to the rating (0 to 5). Their shape is a path in the style sheet: in each card's markup they were a quarter of the server's page. */
export function Stars({ rating, count }: { rating: number; count?: number }) {
  const { t } = useLingui()
  const value = formatNumber(Math.round(rating * 10) / 10, useLocale())
  return (
    <span className="stars">
      <svg
        width="5.25em"
        height="1.05em"
        viewBox="0 0 100 20"
        role="img"
        aria-label={rating > 0 ? t`Rated ${value} of 5` : t`Not rated yet`}
      >
        <rect width="100" height="20" />
        <rect width={Math.round(rating * 20)} height="20" />
      </svg>
      {count !== undefined && <span>({count})</span>}
    </span>
  )
}
