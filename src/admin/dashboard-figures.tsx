import { SimpleGrid, Stat } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Locale } from '../../contract/locales.ts'
import type { Order } from '../../contract/orders.ts'
import { formatMoney } from '../../contract/texts/money.ts'
import { acceptedLately, medianTimeToAnswer, openOffers, type Sums, waitingForUs } from '../db/order-figures.ts'
import { formatNumber, formatTonnes } from '../i18n/numbers.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { formatAge } from '../ui/date-text.tsx'
import { Panel } from '../ui/page.tsx'

interface FiguresProps {
  orders: readonly Order[]
  /** the same with the shop's answers that wait on this device */
  answered: readonly Order[]
  /** ms since 1970 */
  now: number
}

/** Waiting requests, open offers, accepted offers and the median time to answer. */
export function Figures({ orders, answered, now }: FiguresProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const waiting = waitingForUs(answered)
  const open = openOffers(orders, now)
  const accepted = acceptedLately(orders, { now })
  const median = medianTimeToAnswer(orders)
  const oldest = waiting.since === undefined ? '' : formatAge(waiting.since, { now, locale })
  return (
    <SimpleGrid columns={{ base: 1, sm: 2, lg: 4 }} gap="4">
      <Figure label={t`To answer`} value={formatNumber(waiting.count, locale)}>
        {oldest && <Trans>the oldest: {oldest}</Trans>}
      </Figure>
      <Figure label={t`Open offers`} value={formatNumber(open.count, locale)}>
        <Amounts sums={open.sums} />
      </Figure>
      <Figure label={t`Accepted, last 30 days`} value={formatTonnes(accepted.tonnes, locale)}>
        <Amounts sums={accepted.sums} />
      </Figure>
      <Figure label={t`Time to answer`} value={median === undefined ? '–' : duration(median, locale)}>
        <Trans comment="below the time to answer">the median of all answers</Trans>
      </Figure>
    </SimpleGrid>
  )
}

export function Figure({ label, value, children }: { label: string; value: string; children: ReactNode }) {
  return (
    <Panel>
      <Stat.Root>
        <Stat.Label>{label}</Stat.Label>
        <Stat.ValueText>{value}</Stat.ValueText>
        <Stat.HelpText as="dd">{children}</Stat.HelpText>
      </Stat.Root>
    </Panel>
  )
}

/** One line per currency, since the shop has no exchange rates. */
function Amounts({ sums }: { sums: Sums }) {
  const locale = useLocale()
  return Object.entries(sums).map(([currency, sum]) => (
    <span key={currency} style={{ display: 'block' }}>
      {formatMoney(sum, currency, locale)}
    </span>
  ))
}

const hour = 3_600_000

/** A duration in its largest fitting unit: `45 minutes`, `7.5 hours`, `3 days`. */
function duration(milliseconds: number, locale: Locale): string {
  const hours = milliseconds / hour
  const scale = hours < 1 ? { unit: 'minute', value: hours * 60 } : { unit: 'hour', value: hours }
  const { unit, value } = hours < 48 ? scale : { unit: 'day', value: hours / 24 }
  const digits = { maximumFractionDigits: value < 10 ? 1 : 0 }
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long', ...digits }).format(value)
}
