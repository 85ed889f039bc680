import { useLingui } from '@lingui/react/macro'
import { formatNumber } from '../i18n/numbers.ts'
import { useLocale } from '../i18n/use-locale.ts'

const star = 'M10 1.8l2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8Z'

/** Five stars filled up to the rating (0 to 5); read out as one sentence. */
export function Stars({ rating, count }: { rating: number; count?: number }) {
  const { t } = useLingui()
  const value = formatNumber(Math.round(rating * 10) / 10, useLocale())
  return (
    <span className="stars">
      <svg viewBox="0 0 100 20" role="img" aria-label={t`Rated ${value} of 5`}>
        {[0, 1, 2, 3, 4].map((at) => (
          <g key={at} transform={`translate(${at * 20} 0)`}>
            <path d={star} fill="none" stroke="var(--star)" strokeWidth="1.3" />
            <path d={star} fill="var(--star)" clipPath={clip(rating - at)} />
          </g>
        ))}
      </svg>
      {count !== undefined && <span>({count})</span>}
    </span>
  )
}

/** How much of one star is filled, as a clip path; nothing for a full one. */
function clip(part: number): string | undefined {
  return part >= 1 ? undefined : `inset(0 ${100 - Math.max(0, part) * 100}% 0 0)`
}
