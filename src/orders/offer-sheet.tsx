import { Box, DataList, type SystemStyleObject, Table, Text } from '@chakra-ui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays'
import { parseISO } from 'date-fns/parseISO'
import type { ReactNode } from 'react'
import type { Offer } from '../../contract/offers.ts'
import type { OrderItem } from '../../contract/orders.ts'
import { formatMoney } from '../../contract/texts/money.ts'
import { toleranceText } from '../../contract/texts/quantity.ts'
import { type LastDay as LastDayOf, lastDayHere } from '../i18n/dates.ts'
import { formatTonnes } from '../i18n/numbers.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { Day, LastDay, Time } from '../ui/date-text.tsx'
import { Panel } from '../ui/page.tsx'
import { SecondaryText, TableFrame } from '../ui/rows/table-cards.tsx'
import { NewMark } from './order-state-badge.tsx'
import { lineTitle, type NumberedOffer } from './shown-order.ts'

interface OfferSheetProps {
  offer: NumberedOffer
  /** what was asked for: names, facts and quantities */
  items: readonly OrderItem[]
  /** the time, ms since 1970; given for an open offer, to show how long it is still valid */
  now?: number | undefined
  /** it has come while the screen was open */
  isNew?: boolean
  /** the actions below */
  children?: ReactNode
}

/** An offer with terms, prices, charges and total. */
export function OfferSheet({ offer, items, now, isNew, children }: OfferSheetProps) {
  return (
    <Panel titleId="our-offer" title={<Trans>Our offer</Trans>}>
      {isNew && (
        <Box>
          <NewMark />
        </Box>
      )}
      <OfferTerms offer={offer} now={now} />
      <OfferLines offer={offer.offer} items={items} />
      <OfferNote note={offer.offer.note} />
      {children}
    </Panel>
  )
}

/** The terms of an offer, without its prices. `now` as above. */
export function OfferTerms({ offer: { number, at, offer }, now }: Pick<OfferSheetProps, 'offer' | 'now'>) {
  const { t } = useLingui()
  const locale = useLocale()
  const { incoterm, place } = offer
  return (
    <DataList.Root>
      <Term label={t({ message: 'Number', comment: 'number of an offer, counted from 1 in its request' })}>
        {number}
      </Term>
      <Term label={t({ message: 'Date', comment: 'on which the offer was made' })}>
        <Time at={at} />
      </Term>
      <Term label={t`Valid until`}>
        <LastDay of={offer} />
        {now !== undefined && (
          <Text color="fg.muted" fontSize="sm" fontWeight="normal">
            <ValidityLeft offer={offer} now={now} />
          </Text>
        )}
      </Term>
      <Term label={t`Delivery term`}>
        {incoterm} {place}
      </Term>
      {offer.readyFrom && (
        <Term label={t`Ready from`}>
          <Day day={offer.readyFrom} />
        </Term>
      )}
      {offer.payment && <Term label={t`Payment`}>{offer.payment}</Term>}
      <Term label={t({ message: 'Tolerance', comment: 'of the quantities: per cent by which more may be loaded' })}>
        {toleranceText(offer, locale)}
      </Term>
    </DataList.Root>
  )
}

/** The note of an offer or of a request. */
export function OfferNote({ note }: { note: string | undefined }) {
  if (!note) return null
  return (
    <div>
      <Text fontWeight="semibold">
        <Trans>Note</Trans>
      </Text>
      <Text whiteSpace="pre-line" unicodeBidi="plaintext" overflowWrap="anywhere">
        {note}
      </Text>
    </div>
  )
}

/** One row of a list of terms. */
export function Term({ label, children }: { label: string; children: ReactNode }) {
  return (
    <DataList.Item>
      <DataList.ItemLabel>{label}</DataList.ItemLabel>
      <DataList.ItemValue overflowWrap="anywhere">{children}</DataList.ItemValue>
    </DataList.Item>
  )
}

/** How long an open offer is still valid, in days of the reader's calendar. */
export function ValidityLeft({ offer, now }: { offer: LastDayOf; now: number }) {
  const days = differenceInCalendarDays(parseISO(lastDayHere(offer)), now)
  if (days < 1) return <Trans comment="an offer that ends with this day">valid today only</Trans>
  return <Plural value={days} one="valid for # more day" other="valid for # more days" />
}

// below 768 px a row is a block: the name, then quantity, price and total side by side as far as they fit
const row: SystemStyleObject = {
  mdDown: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    gap: '0 0.75rem',
    paddingBlock: '2.5',
    borderBottom: '1px solid {colors.border}',
  },
}
const cell: SystemStyleObject = { mdDown: { padding: '0', borderBottom: 'none' } }
const number: SystemStyleObject = { ...cell, textAlign: 'end', whiteSpace: 'nowrap' }
const name: SystemStyleObject = {
  ...cell,
  fontWeight: 'semibold',
  overflowWrap: 'anywhere',
  mdDown: { ...cell.mdDown, flex: '1 0 100%', textAlign: 'start' },
}
const total: SystemStyleObject = { ...number, mdDown: { ...cell.mdDown, marginInlineStart: 'auto' } }

/** Prices, charges and total of an offer. The roles are explicit, since CSS turns rows into blocks on a phone. */
export function OfferLines({ offer, items }: { offer: Offer; items: readonly OrderItem[] }) {
  const { t } = useLingui()
  const locale = useLocale()
  const money = (minor: number) => formatMoney(minor, offer.currency, locale)
  return (
    <TableFrame>
      <Table.Root role="table" css={{ mdDown: { display: 'block' } }}>
        <Table.Caption srOnly>{t`Prices of this offer`}</Table.Caption>
        <Table.Header role="rowgroup" css={{ mdDown: { srOnly: true } }}>
          <Table.Row role="row">
            <Head>{t`Product`}</Head>
            <Head isNumber>{t`Quantity`}</Head>
            <Head isNumber>{t`Price per tonne`}</Head>
            <Head isNumber>{t`Total`}</Head>
          </Table.Row>
        </Table.Header>
        <Table.Body role="rowgroup" css={{ mdDown: { display: 'block' } }}>
          {offer.lines.map((line) => (
            <Line key={line.fishe} line={line} items={items} money={money} />
          ))}
        </Table.Body>
        <Table.Footer role="rowgroup" css={{ mdDown: { display: 'block' } }}>
          {offer.charges?.map(({ label, amount }, at) => (
            // charges have no ids and never change their order
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <Sum key={at} label={label} amount={money(amount)} />
          ))}
          <Sum label={t`Total`} amount={money(offer.total)} isTotal />
        </Table.Footer>
      </Table.Root>
    </TableFrame>
  )
}

function Head({ children, isNumber = false }: { children: ReactNode; isNumber?: boolean }) {
  return (
    <Table.ColumnHeader role="columnheader" scope="col" css={isNumber ? number : {}}>
      {children}
    </Table.ColumnHeader>
  )
}

interface LineProps {
  line: Offer['lines'][number]
  items: readonly OrderItem[]
  money: (minor: number) => string
}

function Line({ line, items, money }: LineProps) {
  const locale = useLocale()
  const asked = items.find(({ fishe }) => fishe === line.fishe)?.qty
  const isOffered = line.price !== null
  const { name: product, facts } = lineTitle(items, line.fishe, locale)
  return (
    <Table.Row role="row" css={row}>
      <Table.Cell as="th" role="rowheader" scope="row" css={name}>
        {product}
        {facts && <SecondaryText>{facts}</SecondaryText>}
        {isOffered && asked !== undefined && asked !== line.qty && (
          <SecondaryText>
            <Trans>asked for: {formatTonnes(asked, locale)}</Trans>
          </SecondaryText>
        )}
        {line.note && <SecondaryText>{line.note}</SecondaryText>}
      </Table.Cell>
      <Table.Cell role="cell" css={number}>
        {isOffered ? formatTonnes(line.qty, locale) : '–'}
      </Table.Cell>
      <Table.Cell role="cell" css={number}>
        {line.price === null ? (
          <Text as="span" color="fg.muted">
            <Trans>Not available</Trans>
          </Text>
        ) : (
          <>
            {money(line.price)}
            <Box as="span" hideFrom="md" color="fg.muted">
              {' / t'}
            </Box>
          </>
        )}
      </Table.Cell>
      <Table.Cell role="cell" css={total}>
        {line.total === null ? '–' : money(line.total)}
      </Table.Cell>
    </Table.Row>
  )
}

function Sum({ label, amount, isTotal = false }: { label: string; amount: string; isTotal?: boolean }) {
  const look: SystemStyleObject = {
    borderBottom: 'none',
    paddingBlock: { base: '0', md: '1.5' },
    ...(isTotal ? { color: 'fg', fontSize: 'lg', fontWeight: 'bold' } : { fontSize: 'md', fontWeight: 'normal' }),
  }
  return (
    <Table.Row role="row" css={{ mdDown: { ...row.mdDown, borderBottom: 'none', justifyContent: 'space-between' } }}>
      <Table.ColumnHeader
        role="rowheader"
        scope="row"
        colSpan={3}
        css={{ ...cell, textAlign: { base: 'start', md: 'end' }, overflowWrap: 'anywhere', ...look }}
      >
        {label}
      </Table.ColumnHeader>
      <Table.Cell role="cell" css={{ ...total, ...look }}>
        {amount}
      </Table.Cell>
    </Table.Row>
  )
}
