import { SimpleGrid, Stat, type SystemStyleObject, Table } from '@chakra-ui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Locale } from '../../contract/locales.ts'
import type { Order } from '../../contract/orders.ts'
import { formatMoney } from '../../contract/texts/money.ts'
import { sumTonnes } from '../../contract/texts/quantity.ts'
import {
  acceptedLately,
  medianTimeToAnswer,
  mostAsked,
  mostPromised,
  onTheWater,
  openOffers,
  type ProductTonnes,
  promisedTonnes,
  type Sums,
  tonnesPerWeek,
  type Week,
} from '../db/order-figures.ts'
import { formatNumber, formatTonnes } from '../i18n/numbers.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { nameOf } from '../orders/shown-order.ts'
import { Panel } from '../ui/page.tsx'

/** Figures and charts of all orders. */
export function Charts({ orders, now }: { orders: readonly Order[]; now: number }) {
  const { t } = useLingui()
  const locale = useLocale()
  const open = openOffers(orders, now)
  const accepted = acceptedLately(orders, now)
  const median = medianTimeToAnswer(orders)
  const water = onTheWater(orders)
  const { count } = water
  const promised = sumTonnes([...promisedTonnes(orders).values()])
  return (
    <>
      <Panel title={<Trans comment="heading: figures of all orders">At a glance</Trans>}>
        <SimpleGrid columns={{ base: 2, lg: 5 }} gap="4">
          <Figure label={t`Open offers`} value={formatNumber(open.count, locale)}>
            <Amounts sums={open.sums} />
          </Figure>
          <Figure label={t`Accepted, last 30 days`} value={formatTonnes(accepted.tonnes, locale)}>
            <Amounts sums={accepted.sums} />
          </Figure>
          <Figure label={t`Time to answer`} value={median === undefined ? '–' : duration(median, locale)}>
            <Trans comment="below the time to answer">the median of all answers</Trans>
          </Figure>
          <Figure
            label={t({ message: 'On the water', comment: 'goods on ships' })}
            value={formatTonnes(water.tonnes, locale)}
          >
            <Plural value={count} one="# order" other="# orders" />
          </Figure>
          <Figure
            label={t({ message: 'Promised', comment: 'tonnes that are accepted and not loaded' })}
            value={formatTonnes(promised, locale)}
          >
            <Trans>accepted and not loaded</Trans>
          </Figure>
        </SimpleGrid>
      </Panel>
      <WeekChart weeks={tonnesPerWeek(orders, now)} />
      <SpeciesChart title={<Trans>Most asked for</Trans>} products={mostAsked(orders)} />
      {promised > 0 && <SpeciesChart title={<Trans>Accepted and not loaded</Trans>} products={mostPromised(orders)} />}
    </>
  )
}

function Figure({ label, value, children }: { label: string; value: string; children: ReactNode }) {
  return (
    <Stat.Root>
      <Stat.Label>{label}</Stat.Label>
      <Stat.ValueText>{value}</Stat.ValueText>
      <Stat.HelpText as="dd">{children}</Stat.HelpText>
    </Stat.Root>
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

/** One style sheet for all bars: see `TableCards`. */
const bars: SystemStyleObject = {
  // at large text a phone has less room than the words need
  tableLayout: { base: 'fixed', sm: 'auto' },
  overflowWrap: 'anywhere',
  '& :is(th, td)': {
    paddingBlock: '2',
    paddingInline: { base: '1', sm: '4' },
    borderBottom: '1px solid {colors.border}',
    fontWeight: 'normal',
    textAlign: 'start',
  },
  '& td > div': {
    display: 'grid',
    gridTemplateColumns: { sm: 'minmax(0, 1fr) auto' },
    alignItems: 'center',
    gap: '0 3',
  },
  // forced colours remove backgrounds
  '& i': { height: '0.75rem', borderRadius: 'l1', bg: 'primary', forcedColorAdjust: 'none' },
  '& td:nth-of-type(2) i': { bg: 'warm' },
  '& b': { minWidth: { sm: '5rem' }, fontWeight: 'normal', textAlign: { sm: 'end' }, whiteSpace: { sm: 'nowrap' } },
}

/** Tonnes as numbers with a bar each, on one scale. */
function BarTable({ title, caption, columns, isTitleHidden = false, rows }: BarTableProps) {
  const locale = useLocale()
  const most = Math.max(...rows.flatMap(({ tonnes }) => tonnes))
  return (
    <Panel title={title}>
      <Table.Root css={bars}>
        <Table.Caption srOnly>{caption}</Table.Caption>
        <Table.Header srOnly={isTitleHidden}>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </Table.Header>
        <tbody>
          {rows.map(({ key, name, tonnes }) => (
            <tr key={key}>
              <th scope="row" style={{ width: `${90 / (tonnes.length + 1)}%` }}>
                {name}
              </th>
              {tonnes.map((value, at) => (
                <td key={columns[at + 1]}>
                  <div>
                    <i style={{ width: `${most > 0 ? (value / most) * 100 : 0}%`, minWidth: value > 0 ? 2 : 0 }} />
                    <b>{formatTonnes(value, locale)}</b>
                  </div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table.Root>
    </Panel>
  )
}

function SpeciesChart({ title, products }: { title: ReactNode; products: readonly ProductTonnes[] }) {
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

function WeekChart({ weeks }: { weeks: readonly Week[] }) {
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
