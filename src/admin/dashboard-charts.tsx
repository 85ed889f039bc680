import { Box, Grid, SimpleGrid, Stat, Table } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Locale } from '../../contract/locales.ts'
import type { Order } from '../../contract/orders.ts'
import { formatMoney } from '../../contract/texts/money.ts'
import {
  acceptedLately,
  medianTimeToAnswer,
  openOffers,
  type ProductTonnes,
  type Sums,
  type Week,
  waitingForUs,
} from '../db/order-figures.ts'
import { formatNumber, formatTonnes } from '../i18n/numbers.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { nameOf } from '../orders/shown-order.ts'
import { formatAge } from '../ui/date-text.tsx'
import { Panel } from '../ui/page.tsx'

export function Figures({
  orders,
  answered,
  now,
}: {
  orders: readonly Order[]
  /** the same with the shop's answers that wait on this device */
  answered: readonly Order[]
  now: number
}) {
  const { t } = useLingui()
  const locale = useLocale()
  const waiting = waitingForUs(answered)
  const open = openOffers(orders, now)
  const accepted = acceptedLately(orders, now)
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

interface BarTableProps {
  title: ReactNode
  caption: ReactNode
  /** of the rows' names, and of their numbers */
  columns: readonly string[]
  isTitleHidden?: boolean
  rows: readonly { key: string | number; name: string; tonnes: readonly number[] }[]
}

const barColors = ['primary', 'warm']
const cellPadding = { base: '1', sm: '4' }

/** Tonnes as numbers with a bar each, on one scale. */
function BarTable({ title, caption, columns, isTitleHidden = false, rows }: BarTableProps) {
  const locale = useLocale()
  const most = Math.max(...rows.flatMap(({ tonnes }) => tonnes))
  return (
    <Panel title={title}>
      {/* at large text a phone has less room than the words need */}
      <Table.Root tableLayout={{ base: 'fixed', sm: 'auto' }} overflowWrap="anywhere">
        <Table.Caption srOnly>{caption}</Table.Caption>
        <Table.Header srOnly={isTitleHidden}>
          <Table.Row>
            {columns.map((column) => (
              <Table.ColumnHeader key={column} scope="col" paddingInline={cellPadding}>
                {column}
              </Table.ColumnHeader>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {rows.map(({ key, name, tonnes }) => (
            <Table.Row key={key}>
              <Table.Cell as="th" scope="row" width={`${90 / (tonnes.length + 1)}%`} paddingInline={cellPadding}>
                {name}
              </Table.Cell>
              {tonnes.map((value, at) => (
                <Table.Cell key={columns[at + 1]} paddingInline={cellPadding}>
                  <Grid templateColumns={{ sm: 'minmax(0, 1fr) auto' }} alignItems="center" columnGap="3">
                    {/* forced colours remove backgrounds */}
                    <Box
                      height="0.75rem"
                      width={`${most > 0 ? (value / most) * 100 : 0}%`}
                      minWidth={value > 0 ? '2px' : '0'}
                      borderRadius="l1"
                      bg={barColors[at]}
                      css={{ forcedColorAdjust: 'none' }}
                    />
                    <Box minWidth={{ sm: '5rem' }} textAlign={{ sm: 'end' }} whiteSpace={{ sm: 'nowrap' }}>
                      {formatTonnes(value, locale)}
                    </Box>
                  </Grid>
                </Table.Cell>
              ))}
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Root>
    </Panel>
  )
}

export function SpeciesChart({ title, products }: { title: ReactNode; products: readonly ProductTonnes[] }) {
  const { t } = useLingui()
  const locale = useLocale()
  return (
    <BarTable
      title={title}
      caption={title}
      columns={[t`Product`, t({ message: 'Tonnes', comment: 'column: the sum of what was asked for' })]}
      isTitleHidden
      rows={products.map((each) => ({ key: each.fishe, name: nameOf(each, locale), tonnes: [each.tonnes] }))}
    />
  )
}

export function WeekChart({ weeks }: { weeks: readonly Week[] }) {
  const { t } = useLingui()
  const day = new Intl.DateTimeFormat(useLocale(), { day: 'numeric', month: 'short' })
  return (
    <BarTable
      title={t`Tonnes per week`}
      caption={t`Tonnes asked for and accepted in each week`}
      columns={[
        t({ message: 'Week from', comment: 'column: first day of a week' }),
        t({ message: 'Asked for', context: 'chart', comment: 'tonnes that buyers asked for' }),
        t({ message: 'Accepted', context: 'chart', comment: 'tonnes in accepted offers' }),
      ]}
      rows={weeks.map(({ start, asked, accepted }) => ({
        ...{ key: start, name: day.format(start), tonnes: [asked, accepted] },
      }))}
    />
  )
}
