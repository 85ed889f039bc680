import { Box, chakra, type SystemStyleObject } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { memo, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { findCurrentOffer } from '../../../contract/order-state.ts'
import { formatMoney } from '../../../contract/texts/money.ts'
import { openShipment } from '../../db/order-figures.ts'
import { formatDay, formatTime } from '../../i18n/dates.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { type BoardSort, type SortedColumn, sortedColumns } from '../../lib/search-params.ts'
import { Day, formatAge } from '../../ui/date-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { dataTitle, Reference, TableFrame, useRowsInTurn } from '../../ui/rows/table-cards.tsx'
import { ValidityLeft } from '../offer-sheet.tsx'
import { OrderMenu } from '../order-menu.tsx'
import { Mark, OrderStateBadge, TonnesText } from '../order-state-badge.tsx'
import { type BoardRow, companyOf, productsOf } from './board-rows.ts'

const titles: Record<SortedColumn, MessageDescriptor> = {
  company: msg`Company`,
  country: msg`Country`,
  what: msg({ message: 'Products', comment: 'column: what was asked for' }),
  tonnes: msg({ message: 'Tonnes', comment: 'column: the sum of what was asked for' }),
  needed: msg`Needed by`,
  age: msg({ message: 'Age', comment: 'column: how long a request has been in its state' }),
  state: msg`State`,
}

interface BoardTableProps {
  rows: readonly BoardRow[]
  now: number
  sort?: BoardSort | undefined
  /** undefined where the server has the order of the rows */
  onSort?: ((sort: BoardSort | undefined) => void) | undefined
  onDeleted: () => Promise<void>
}

/** Rows of 56 px from a width of 700 px on, cards below. The whole row opens the request. */
export function BoardTable({ rows, now, sort, onSort, onDeleted }: BoardTableProps) {
  const { t } = useLingui()
  const table = useRef<HTMLTableElement>(null)
  useBoardKeys(table)
  const shown = useRowsInTurn(rows)
  const [sorted, isDown] = [sort?.replace('-', ''), sort?.startsWith('-')]
  const sortedTitle = sortedColumns.find((name) => name === sorted)
  const column = sortedTitle && t(titles[sortedTitle])
  return (
    <TableFrame>
      <chakra.table ref={table} css={look} {...as('table')} aria-label={t`Orders`}>
        <thead {...as('rowgroup')}>
          <tr {...as('row')}>
            {sortedColumns.map((name) => (
              <th
                key={name}
                {...as('columnheader')}
                scope="col"
                data-col={name}
                aria-sort={sorted === name ? (isDown ? 'descending' : 'ascending') : undefined}
              >
                {onSort ? (
                  <button
                    type="button"
                    onClick={() => onSort(sorted !== name ? name : isDown ? undefined : `-${name}`)}
                  >
                    {t(titles[name])}
                    {sorted === name && <span aria-hidden="true">{isDown ? '↓' : '↑'}</span>}
                  </button>
                ) : (
                  t(titles[name])
                )}
              </th>
            ))}
            <th {...as('columnheader')} scope="col" data-col="actions">
              <Box as="span" srOnly>
                {t({ message: 'Actions', comment: 'column of buttons' })}
              </Box>
            </th>
          </tr>
        </thead>
        <tbody {...as('rowgroup')}>
          {shown.map((row) => (
            <BoardTableRow key={row.order._id} row={row} now={now} onDeleted={onDeleted} />
          ))}
        </tbody>
      </chakra.table>
      {/* always mounted, so that screen readers announce the change */}
      <Box role="status" srOnly>
        {column && (isDown ? t`Sorted by ${column}, descending` : t`Sorted by ${column}, ascending`)}
      </Box>
      <Box as="p" css={keysLook}>
        <Trans comment="below a list: keys of the keyboard">
          Keys: <kbd>j</kbd> and <kbd>k</kbd> move, <kbd>o</kbd> opens, <kbd>/</kbd> searches
        </Trans>
      </Box>
    </TableFrame>
  )
}

const as = (role: string) => ({ role })

type BoardTableRowProps = Pick<BoardTableProps, 'now' | 'onDeleted'> & { row: BoardRow }

const BoardTableRow = memo(function BoardTableRow({ row, now, onDeleted }: BoardTableRowProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const { order, state, since, late, marks, later, isUnopened, hasUnsent } = row
  const silentFor = Math.floor((now - Date.parse(order.events.at(-1)?.at ?? order.created_at)) / 86_400_000)
  const { _id: id, reference, wishes } = order
  const offer = findCurrentOffer(order)?.offer
  const cell = (name: SortedColumn, value: ReactNode, below?: ReactNode) => (
    <td {...as('cell')} data-col={name} data-title={t(titles[name])}>
      <span>{value}</span>
      {below && <small>{below}</small>}
    </td>
  )
  return (
    <tr {...as('row')}>
      <th {...as('rowheader')} scope="row" data-col="company">
        <span>{companyOf(order)}</span>
        <small>
          <Reference id={`order-${id}`}>{reference}</Reference>
        </small>
      </th>
      {cell('country', order.shippingAddress.country)}
      {cell('what', productsOf(order, locale).join(', '))}
      {cell(
        'tonnes',
        <TonnesText items={order.orderItems} />,
        offer && formatMoney(offer.total, offer.currency, locale),
      )}
      {cell('needed', wishes.neededBy ? formatDay(wishes.neededBy, locale) : '–')}
      {cell(
        'age',
        <time dateTime={new Date(since).toISOString()} title={formatTime(since, locale)}>
          {formatAge(since, { now, locale })}
        </time>,
      )}
      {cell(
        'state',
        <>
          {isUnopened && <Mark kind="unopened" />}{' '}
          <OrderStateBadge isShort state={state} side="shop" shipment={order.shipment} /> {late && <Mark kind="late" />}{' '}
          {marks.map((kind) => (
            <Mark key={kind} kind={kind} />
          ))}{' '}
          {hasUnsent && <Mark kind="unsent" />} {order.sealed && <Mark kind="sealed" />}{' '}
          {order.buyerGone && <Mark kind="buyerGone" />}
        </>,
        later ? (
          <Trans comment="a request that is laid aside until a day">
            later: <Day day={later} />
          </Trans>
        ) : state === 'offered' ? (
          <>
            {offer && <ValidityLeft offer={offer} now={now} />}
            {silentFor > 0 && (
              <>
                {' · '}
                <Plural value={silentFor} one="silent for # day" other="silent for # days" />
              </>
            )}
          </>
        ) : (
          openShipment(order) && <ShipDates {...row} />
        ),
      )}
      <td {...as('cell')} data-col="actions">
        <Link to="/order/$id" params={{ id }} id={`view-${id}`} aria-labelledby={`view-${id} order-${id}`} data-open>
          <Box as="span" srOnly>
            <Trans comment="link at a row: opens the order">View</Trans>
          </Box>
          <Icon name="right" />
        </Link>
        <OrderMenu order={order} onDeleted={onDeleted} />
      </td>
    </tr>
  )
})

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** `j` and `k` move the focus over the rows, `o` opens one, `/` goes to the search. */
function useBoardKeys(table: RefObject<HTMLTableElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target } = event
      const isOver = document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(target) || isOver) return
      const links = [...(table.current?.querySelectorAll<HTMLElement>('[data-open]') ?? [])]
      const at = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement))
      if (key === 'j') links[Math.min(at + 1, links.length - 1)]?.focus()
      else if (key === 'k') links[Math.max(at - 1, 0)]?.focus()
      else if (key === 'o') links[at]?.click()
      else if (key === '/') document.querySelector<HTMLElement>('main input[type=search]')?.focus()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [table])
}

function ShipDates({ order, late }: BoardRow) {
  const shipment = openShipment(order)
  if (!shipment) return null
  const { etd, eta } = shipment
  // the next day alone: both are too long for a row
  const isNextEta = !etd || shipment.done.some(({ step }) => step === 'sailed')
  return (
    <>
      {!isNextEta && (
        <Box as="span" {...(late?.kind === 'etd' && overdue)}>
          <Trans comment="day on which a ship is expected to sail">
            ETD <Day day={etd} />
          </Trans>
        </Box>
      )}{' '}
      {isNextEta && eta && (
        <Box as="span" {...(late?.kind === 'eta' && overdue)}>
          <Trans comment="day on which a ship is expected to arrive">
            ETA <Day day={eta} />
          </Trans>
        </Box>
      )}{' '}
      {late?.kind === 'needed' && (
        <Box as="span" {...overdue}>
          <Trans comment="the buyer needs the goods by this day">
            needed by <Day day={late.day} />
          </Trans>
        </Box>
      )}
    </>
  )
}

const overdue = { color: 'fg.error', fontWeight: 'semibold' } as const

const rowsFrom = '@media (min-width: 43.75rem)'
const cardsTo = '@media (max-width: 43.74rem)'
const tabletTo = '@media (min-width: 43.75rem) and (max-width: 63.99rem)'
const columns =
  'minmax(6.5rem, 1.7fr) minmax(4.25rem, 0.8fr) minmax(4rem, 1.5fr) minmax(7rem, 0.95fr) minmax(4rem, 0.65fr) minmax(4.75rem, 0.75fr) minmax(8rem, 2.4fr) 2.75rem'
const cut: SystemStyleObject = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }
/** Puts each cell into the area of its name. */
const areas = (part: string) =>
  Object.fromEntries([...sortedColumns, 'actions'].map((name) => [`& ${part} [data-col=${name}]`, { gridArea: name }]))
const twoLines: SystemStyleObject = { lineClamp: '2' }

/** One style sheet for all cells: see `TableCards`. */
const look: SystemStyleObject = {
  display: 'block',
  fontSize: 'sm',
  lineHeight: '1.3',
  fontVariantNumeric: 'tabular-nums',
  '& :is(thead, tbody)': { display: 'block' },
  '& :is(th, td)': { minWidth: '0', fontWeight: 'normal', textAlign: 'start', overflowWrap: 'anywhere' },
  '& small': { display: 'block', color: 'fg.muted', fontSize: 'xs' },
  '& [data-col] > span': { display: 'block' },
  '& tbody th > span': { fontSize: 'md', fontWeight: 'semibold' },
  '& thead :is(th, button)': { fontSize: 'xs' },
  '& thead button': { minHeight: '9', color: 'fg.muted', fontWeight: 'semibold', textAlign: 'start' },
  '& thead [aria-sort] button': { color: 'fg' },
  '& tbody tr': { position: 'relative', bg: 'bg.panel', _hover: { bg: 'bg.subtle' } },
  // the link's box is the row's
  '& [data-open]': {
    display: 'grid',
    placeItems: 'center',
    width: '6',
    color: 'fg.muted',
    outline: 'none',
    _after: { content: '""', position: 'absolute', inset: '0' },
  },
  '& tr:has([data-open]:focus-visible)': { outline: '3px solid {colors.focus}', outlineOffset: '-3px' },
  '& [data-col=actions]': { display: 'flex', alignItems: 'center', justifyContent: 'flex-end' },
  '& [data-col=actions] button': { position: 'relative', border: '0', bg: 'none' },
  [rowsFrom]: {
    border: '1px solid {colors.border}',
    borderRadius: 'l3',
    bg: 'bg.panel',
    overflow: 'hidden',
    '& tr': {
      display: 'grid',
      gridTemplateColumns: columns,
      columnGap: '1.5',
      alignItems: 'center',
      paddingInline: '2',
    },
    '& tbody tr': { minHeight: '56px', borderTop: '1px solid {colors.border}' },
    '& :is(th > span, small, [data-col=what] > span)': cut,
    '& :is([data-col=country], [data-col=needed], [data-col=age]) > span': twoLines,
    '& [data-col=state] > span': { display: 'flex', flexWrap: 'wrap', gap: '1' },
    '& [data-col=state] > span > span': { paddingInline: '2', fontSize: 'xs' },
    // the row itself leads on
    '& [data-open]': { flexShrink: '0', height: '6', marginInlineStart: '-6', '& svg': { display: 'none' } },
  },
  // the product above the country, the day above the age
  [tabletTo]: {
    '& tr': {
      gridTemplateAreas: '"company what tonnes needed state actions" "company country tonnes age state actions"',
      gridTemplateColumns:
        'minmax(6.5rem, 1.6fr) minmax(5.5rem, 1.4fr) minmax(6.5rem, 0.9fr) 7rem minmax(8rem, 2fr) 2.75rem',
      alignContent: 'center',
      rowGap: '0',
    },
    ...areas('tr'),
    '& thead button': { minHeight: '6' },
    '& :is([data-col=what], [data-col=needed])': { alignSelf: 'end' },
    '& :is([data-col=country], [data-col=age])': { alignSelf: 'start' },
    '& tbody :is([data-col=country], [data-col=needed], [data-col=age])': { color: 'fg.muted', fontSize: 'xs' },
    '& :is([data-col=country], [data-col=needed], [data-col=age]) > span': cut,
  },
  [cardsTo]: {
    // positioned, so that hidden words scroll with it
    '& thead': { position: 'relative', overflowX: 'auto', scrollbarWidth: 'thin' },
    '& thead:not(:has(button))': { srOnly: true },
    '& thead tr': { display: 'flex', gap: '4', paddingBottom: '2' },
    '& thead th': { flexShrink: '0' },
    '& thead button': { minHeight: '11', whiteSpace: 'nowrap' },
    '& tbody': { display: 'grid', gap: '3' },
    '& tbody tr': {
      display: 'grid',
      gridTemplateAreas: '"company actions" "what what" "state state" "tonnes country" "needed age"',
      gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
      gap: '2',
      padding: '4',
      border: '1px solid {colors.border}',
      borderRadius: 'l3',
    },
    ...areas('tbody'),
    '& td[data-title]:is([data-col=tonnes], [data-col=country], [data-col=needed], [data-col=age])::before': {
      ...dataTitle,
      display: 'block',
      color: 'fg.muted',
      fontSize: 'xs',
    },
  },
}

const keysLook: SystemStyleObject = {
  mt: '3',
  color: 'fg.muted',
  fontSize: 'sm',
  '& kbd': { border: '1px solid {colors.border.emphasized}', borderRadius: 'l1', paddingInline: '1.5' },
  '@media (hover: none), (max-width: 43.74rem)': { display: 'none' },
}
