import { Box, Button, Flex, Grid, SimpleGrid, Stat, Table, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
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

interface SpeciesChartProps {
  title: ReactNode
  products: readonly ProductTonnes[]
}

/** The products with the most tonnes, as a table with a bar in each row. */
export function SpeciesChart({ title, products: species }: SpeciesChartProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const most = Math.max(...species.map(({ tonnes }) => tonnes))
  return (
    <Panel title={title}>
      <Table.Root>
        <Table.Caption srOnly>{title}</Table.Caption>
        <Table.Header srOnly>
          <Table.Row>
            <Table.ColumnHeader scope="col">{t`Product`}</Table.ColumnHeader>
            <Table.ColumnHeader scope="col">
              {t({ message: 'Tonnes', comment: 'column: the sum of what was asked for' })}
            </Table.ColumnHeader>
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {species.map((each) => (
            <Table.Row key={each.fishe}>
              <Table.Cell as="th" scope="row" width={{ sm: '45%' }} overflowWrap="anywhere">
                {nameOf(each, locale)}
              </Table.Cell>
              <Table.Cell>
                <Box display="grid" gridTemplateColumns={{ sm: 'minmax(0, 1fr) auto' }} alignItems="center" gap="3">
                  {/* a phone has no room for it beside the name */}
                  <Box hideBelow="sm" height="0.75rem" borderRadius="l1" bg="bg.subtle" aria-hidden="true">
                    <Box height="full" width={`${(each.tonnes / most) * 100}%`} borderRadius="l1" bg="primary" />
                  </Box>
                  <Box minWidth="5rem" textAlign="end" whiteSpace="nowrap">
                    {formatTonnes(each.tonnes, locale)}
                  </Box>
                </Box>
              </Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Root>
    </Panel>
  )
}

/** Tonnes per week, as bars or as a table. */
export function WeekChart({ weeks }: { weeks: readonly Week[] }) {
  const { t } = useLingui()
  const [isTable, setTable] = useState(false)
  return (
    <Panel>
      <Flex wrap="wrap" align="center" justify="space-between" gap="3">
        <Text as="h2" fontFamily="heading" fontSize="xl" fontWeight="medium">
          <Trans>Tonnes per week</Trans>
        </Text>
        <Button aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          <Trans comment="button that shows the numbers of a chart">Show as a table</Trans>
        </Button>
      </Flex>
      {isTable ? (
        <WeekTable weeks={weeks} />
      ) : (
        <Bars weeks={weeks} label={t`Tonnes asked for and accepted in each week`} />
      )}
    </Panel>
  )
}

/** Two bars per week, on a scale that fits the highest value. */
function Bars({ weeks, label }: { weeks: readonly Week[]; label: string }) {
  const locale = useLocale()
  const highest = roundUp(Math.max(1, ...weeks.flatMap(({ asked, accepted }) => [asked, accepted])))
  const axisLabels = [highest, highest / 2, 0]
  return (
    <figure>
      <Flex as="figcaption" wrap="wrap" columnGap="5" rowGap="1" mb="3" color="fg.muted" fontSize="sm">
        <Key color="primary">
          <Trans context="chart" comment="tonnes that buyers asked for">
            Asked for
          </Trans>
        </Key>
        <Key color="warm">
          <Trans context="chart" comment="tonnes in accepted offers">
            Accepted
          </Trans>
        </Key>
      </Flex>
      <Grid role="img" aria-label={label} templateColumns="auto minmax(0, 1fr)" columnGap="2">
        <Flex direction="column" justify="space-between" height="12rem" color="fg.muted" fontSize="xs" textAlign="end">
          {axisLabels.map((value) => (
            <Box key={value} lineHeight="1" _first={{ mt: '-0.5em' }} _last={{ mb: '-0.5em' }}>
              {formatNumber(value, locale)}
            </Box>
          ))}
        </Flex>
        <Flex
          height="12rem"
          align="flex-end"
          gap="clamp(2px, 0.6vw, 0.5rem)"
          borderBottom="1px solid {colors.border.emphasized}"
          backgroundImage="linear-gradient({colors.border} 1px, transparent 1px)"
          backgroundSize="100% 50%"
        >
          {weeks.map(({ start, asked, accepted }) => (
            <Flex key={start} flex="1" minWidth="0" height="full" align="flex-end" justify="center" gap="1px">
              <Bar share={asked / highest} color="primary" />
              <Bar share={accepted / highest} color="warm" />
            </Flex>
          ))}
        </Flex>
        <Flex gridColumn="2" gap="clamp(2px, 0.6vw, 0.5rem)" color="fg.muted" fontSize="xs" lineHeight="1.3" pt="1">
          {weeks.map(({ start }, index) => (
            <Box key={start} flex="1" minWidth="0" whiteSpace="nowrap">
              {/* a label is as wide as three weeks */}
              {index % 3 === 0 && weekName(start, locale)}
            </Box>
          ))}
        </Flex>
      </Grid>
    </figure>
  )
}

function Key({ color, children }: { color: string; children: ReactNode }) {
  return (
    <Flex as="span" align="center" gap="2">
      <Box as="span" boxSize="0.75rem" borderRadius="l1" bg={color} aria-hidden="true" css={inOwnColour} />
      {children}
    </Flex>
  )
}

/** Forced colours remove backgrounds. */
const inOwnColour = { forcedColorAdjust: 'none' }

function Bar({ share, color }: { share: number; color: string }) {
  return (
    <Box
      flex="1"
      maxWidth="1.25rem"
      height={`${share * 100}%`}
      minHeight={share > 0 ? '2px' : '0'}
      borderTopRadius="l1"
      bg={color}
      css={inOwnColour}
    />
  )
}

function WeekTable({ weeks }: { weeks: readonly Week[] }) {
  const { t } = useLingui()
  const locale = useLocale()
  return (
    <Table.Root>
      <Table.Caption srOnly>{t`Tonnes asked for and accepted in each week`}</Table.Caption>
      <Table.Header>
        <Table.Row>
          <Table.ColumnHeader scope="col">
            {t({ message: 'Week from', comment: 'column: first day of a week' })}
          </Table.ColumnHeader>
          <Table.ColumnHeader scope="col" textAlign="end">
            <Trans context="chart" comment="tonnes that buyers asked for">
              Asked for
            </Trans>
          </Table.ColumnHeader>
          <Table.ColumnHeader scope="col" textAlign="end">
            <Trans context="chart" comment="tonnes in accepted offers">
              Accepted
            </Trans>
          </Table.ColumnHeader>
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {weeks.map(({ start, asked, accepted }) => (
          <Table.Row key={start}>
            <Table.Cell>{weekName(start, locale)}</Table.Cell>
            <Table.Cell textAlign="end">{formatTonnes(asked, locale)}</Table.Cell>
            <Table.Cell textAlign="end">{formatTonnes(accepted, locale)}</Table.Cell>
          </Table.Row>
        ))}
      </Table.Body>
    </Table.Root>
  )
}

function weekName(start: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }).format(start)
}

/** Rounds up to 1, 2 or 5 times a power of ten, for round axis labels. */
function roundUp(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 5, 10].find((step) => step * unit >= value) ?? 10) * unit
}
