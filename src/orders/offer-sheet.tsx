import { type SystemStyleObject, Table, Text } from '@chakra-ui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays'
import type { ReactNode } from 'react'
import type { Offer } from '../../contract/offers.ts'
import type { OrderItem } from '../../contract/orders.ts'
import { formatMoney } from '../../contract/texts/money.ts'
import { paymentTermNames, paymentTerms, paymentTermText } from '../../contract/texts/payment-terms.ts'
import { toleranceText } from '../../contract/texts/quantity.ts'
import { type LastDay as LastDayOf, lastDayHere } from '../i18n/dates.ts'
import { formatTonnes } from '../i18n/numbers.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { Day, LastDay, Time } from '../ui/date-text.tsx'
import { Terms } from '../ui/page.tsx'
import { dataTitle, SecondaryText, TableFrame } from '../ui/rows/table-cards.tsx'
import { itemName, lineTitle, type NumberedOffer } from './shown-order.ts'

interface OfferProps {
  offer: NumberedOffer
  items: readonly OrderItem[]
  /** ms since 1970; given for an open offer, to show how long it is still valid */
  now?: number | undefined
}

export function OfferSheet({ offer: { number, at, offer }, items, now }: OfferProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const validity = (
    <>
      <LastDay of={offer} />
      {now !== undefined && (
        <Text color="fg.muted" fontSize="sm" fontWeight="normal">
          <ValidityLeft offer={offer} now={now} />
        </Text>
      )}
    </>
  )
  return (
    <>
      <Terms
        terms={[
          [t({ message: 'Number', comment: 'number of an offer, counted from 1 in its request' }), number],
          [t({ message: 'Date', comment: 'on which the offer was made' }), <Time key="date" at={at} />],
          [t`Valid until`, validity],
          [t`Delivery term`, `${offer.incoterm} ${offer.place}`],
          [t`Ready from`, offer.readyFrom && <Day day={offer.readyFrom} />],
          [t`Payment`, offer.payment],
          ...paymentTermNames.map(
            (name) => [paymentTerms[name][locale], paymentTermText(name, offer, locale)] as const,
          ),
          [
            t({ message: 'Tolerance', comment: 'of the quantities: per cent by which more may be loaded' }),
            toleranceText(offer, locale),
          ],
        ]}
      />
      {offer.inParts && <Text>{t`It can be taken in parts: some of the lines, and fewer tonnes of them.`}</Text>}
      <OfferLines offer={offer} items={items} />
      <OfferNote note={offer.note} />
    </>
  )
}

/** What somebody has typed, with its lines. */
export const Words = ({ children }: { children: ReactNode }) => (
  <Text whiteSpace="pre-line" unicodeBidi="plaintext" overflowWrap="anywhere" _empty={{ display: 'none' }}>
    {children}
  </Text>
)

export function OfferNote({ note }: { note: string | undefined }) {
  if (!note) return null
  return (
    <div>
      <Text fontWeight="semibold">
        <Trans>Note</Trans>
      </Text>
      <Words>{note}</Words>
    </div>
  )
}

export function ValidityLeft({ offer, now }: { offer: LastDayOf; now: number }) {
  const days = differenceInCalendarDays(`${lastDayHere(offer)}T00:00`, now)
  if (days < 1) return <Trans comment="an offer that ends with this day">valid today only</Trans>
  return <Plural value={days} one="valid for # more day" other="valid for # more days" />
}

function OfferLines({ offer, items }: { offer: Offer; items: readonly OrderItem[] }) {
  const { t } = useLingui()
  const locale = useLocale()
  const money = (minor: number | null) => (minor === null ? '–' : formatMoney(minor, offer.currency, locale))
  return (
    <LinesTable
      caption={t`Prices of this offer`}
      titles={[t`Quantity`, t`Price per tonne`, t`Total`]}
      rows={offer.lines.map(({ fishe, qty, price, total, note, alternativeTo, least }) => {
        const asked = items.find((item) => item.fishe === fishe)?.qty
        const { name, facts } = lineTitle(items, fishe, locale)
        const isOffered = price !== null
        const details = [
          facts,
          isOffered && asked !== undefined && asked !== qty && t`asked for: ${{ amount: formatTonnes(asked, locale) }}`,
          alternativeTo &&
            t({
              message: `in place of ${{ name: itemName(items, alternativeTo, locale) }}`,
              comment: 'an alternative to a product of a request',
            }),
          least !== undefined &&
            t({
              message: `at least ${{ amount: formatTonnes(least, locale) }}`,
              comment: 'the fewest tonnes of a line that can be taken',
            }),
          note,
        ]
        return {
          id: fishe,
          name: (
            <>
              {name}
              {details.map((text) => text && <SecondaryText key={text}>{text}</SecondaryText>)}
            </>
          ),
          values: [
            isOffered ? formatTonnes(qty, locale) : '–',
            isOffered ? money(price) : t`Not available`,
            money(total),
          ],
        }
      })}
      sums={[
        ...(offer.charges ?? []).map(({ label, amount }) => ({ label, amount: money(amount) })),
        { label: t`Total`, amount: money(offer.total) },
      ]}
    />
  )
}

/** On a phone's screen a row is a block: the name, below it the values with their titles. Paper is narrow too, and stays a table. */
const onPhone = (style: SystemStyleObject): SystemStyleObject => ({ '@media screen and (max-width: 47.99rem)': style })
const block = onPhone({ display: 'block' })
const row: SystemStyleObject = {
  breakInside: 'avoid',
  ...onPhone({
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '4',
    paddingBlock: '2',
    borderBottom: '1px solid {colors.border}',
  }),
}
const cell: SystemStyleObject = { padding: '0', borderBottom: 'none' }
const number: SystemStyleObject = { textAlign: 'end', whiteSpace: 'nowrap' }
const value: SystemStyleObject = {
  ...number,
  ...onPhone({
    ...cell,
    whiteSpace: 'normal',
    _before: { ...dataTitle, marginInlineEnd: '1.5', color: 'fg.muted', fontSize: 'sm' },
  }),
}
const name: SystemStyleObject = {
  fontWeight: 'semibold',
  overflowWrap: 'anywhere',
  // pictures have no room on a phone, but are printed
  ...onPhone({ ...cell, flex: '1 0 100%', '& [data-part=picture]': { display: 'none' } }),
}
const sumRow = onPhone({ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between' })
const sum: SystemStyleObject = { paddingBlock: '1.5', borderBottom: 'none', color: 'fg', fontSize: 'md' }

interface LinesTableProps {
  caption: string
  /** of the columns beside the product */
  titles: readonly string[]
  rows: readonly { id: string; name: ReactNode; values: readonly string[] }[]
  /** the last one is bold */
  sums: readonly { label: string; amount: string }[]
}

/** The lines of a request or an offer with their sums. The roles are explicit, since CSS turns rows into blocks on a phone. */
export function LinesTable({ caption, titles, rows, sums }: LinesTableProps) {
  return (
    <TableFrame>
      <Table.Root role="table" css={block}>
        <Table.Caption srOnly>{caption}</Table.Caption>
        <Table.Header role="rowgroup" css={onPhone({ srOnly: true })}>
          <Table.Row role="row">
            <Table.ColumnHeader role="columnheader" scope="col">
              <Trans>Product</Trans>
            </Table.ColumnHeader>
            {titles.map((title) => (
              <Table.ColumnHeader key={title} role="columnheader" scope="col" css={number}>
                {title}
              </Table.ColumnHeader>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body role="rowgroup" css={block}>
          {rows.map((line) => (
            <Table.Row key={line.id} role="row" css={row}>
              <Table.Cell as="th" role="rowheader" scope="row" css={name}>
                {line.name}
              </Table.Cell>
              {line.values.map((text, at) => (
                <Table.Cell key={titles[at]} role="cell" data-title={titles[at]} css={value}>
                  {text}
                </Table.Cell>
              ))}
            </Table.Row>
          ))}
        </Table.Body>
        <Table.Footer role="rowgroup" css={block}>
          {sums.map(({ label, amount }, at) => {
            const look = { ...sum, fontWeight: at === sums.length - 1 ? 'bold' : 'normal' }
            return (
              // charges have no ids and never change their order
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <Table.Row key={at} role="row" css={sumRow}>
                <Table.ColumnHeader
                  role="rowheader"
                  scope="row"
                  colSpan={titles.length}
                  css={{ ...look, textAlign: { base: 'start', md: 'end', _print: 'end' }, overflowWrap: 'anywhere' }}
                >
                  {label}
                </Table.ColumnHeader>
                <Table.Cell role="cell" css={{ ...number, ...look }}>
                  {amount}
                </Table.Cell>
              </Table.Row>
            )
          })}
        </Table.Footer>
      </Table.Root>
    </TableFrame>
  )
}
