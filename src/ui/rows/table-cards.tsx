import {
  Box,
  chakra,
  Flex,
  type FlexProps,
  type SystemStyleObject,
  Table,
  Text,
  VisuallyHidden,
} from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import * as m from 'framer-motion/m'
import type { ReactNode } from 'react'
import { Rows, useRowMotion } from '../motion/motion.tsx'

export interface Column<R> {
  title: string
  cell: (row: R) => ReactNode
  /** `heading` is the title of the row's card, `actions` are buttons at its foot, `wide` takes the card's full width */
  kind?: 'heading' | 'actions' | 'wide' | 'value'
}

interface TableCardsProps<R> {
  caption: string
  columns: readonly Column<R>[]
  rows: readonly R[]
  rowKey: (row: R) => string
  /** on a phone a card is low: the heading, below it the wide cell beside actions and value */
  isCompact?: boolean
  /** the columns do not fit beside each other on a tablet: up to there it is cards, in two columns */
  isWide?: boolean
}

/** The title of a cell, hidden from screen readers; Safari before 17.4 cannot hide it. */
export const dataTitle = {
  content: 'attr(data-title)',
  '@supports (content: "a" / "b")': { content: 'attr(data-title) / ""' },
} satisfies SystemStyleObject

/** Cards with so little room for their text that one thing stands in a row. */
export const narrowCards = '@container (max-width: 14rem)'

type Width = 'md' | 'lg'

function looksFrom(up: Width) {
  // a computed key alone would be any string
  const below = (style: SystemStyleObject): SystemStyleObject => (up === 'md' ? { mdDown: style } : { lgDown: style })
  const card = below({
    overflowWrap: 'anywhere',
    '& time > span': { whiteSpace: 'nowrap' },
    display: 'flex',
    flexDirection: 'column',
    padding: '4',
    border: '1px solid {colors.border}',
    borderRadius: 'l3',
    bg: 'bg.panel',
    boxShadow: 'md',
  })
  const box: SystemStyleObject = {
    paddingBlock: { [up]: '3' },
    paddingInline: { [up]: up === 'lg' ? 'clamp(0.5rem, 4vw - 2.7rem, 1rem)' : 'clamp(0.5rem, 1vw, 1rem)' },
    borderBottom: { [up]: '1px solid {colors.border}' },
    'tbody tr:last-child > &': { borderBottomWidth: { [up]: '0' } },
  }
  const heading: SystemStyleObject = {
    ...box,
    fontWeight: 'semibold',
    ...below({ order: -1, paddingBottom: '2', fontFamily: 'heading', fontSize: 'lg', lineHeight: '1.35' }),
  }
  const actions: SystemStyleObject = { ...box, whiteSpace: 'nowrap', ...below({ paddingTop: '3' }) }
  const titled: SystemStyleObject = {
    display: 'grid',
    gridTemplateColumns: '5.5rem minmax(0, 1fr)',
    alignItems: 'baseline',
    columnGap: '3',
    paddingBlock: '0.3125rem',
    // large text leaves no room for the value beside its title
    [narrowCards]: { gridTemplateColumns: 'minmax(0, 1fr)' },
    // what else a cell has goes below, not under its title
    '& > *': { gridColumn: '-2' },
    _before: { ...dataTitle, color: 'fg.muted', fontSize: '0.9375rem' },
    _empty: { paddingBlock: '0', _before: { content: 'none' } },
  }
  const value: SystemStyleObject = { ...box, ...below(titled) }
  const wide: SystemStyleObject = { ...box, ...below({ ...titled, gridTemplateColumns: '1fr', rowGap: '1' }) }
  return {
    table: below({ display: 'block', border: '0', bg: 'none', boxShadow: 'none' }),
    titles: below({ srOnly: true }),
    body: below({
      display: 'grid',
      gap: '3.5',
      containerType: 'inline-size',
      gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 20rem), 1fr))',
    }),
    card,
    box,
    cells: { heading, actions, value, wide },
  }
}

const looks = { md: looksFrom('md'), lg: looksFrom('lg') }

/** Without the cells' titles: what stands in such a card says itself what it is. */
const compactCard: SystemStyleObject = {
  mdDown: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'start',
    columnGap: '3',
    rowGap: '1',
    padding: '0 {spacing.3} {spacing.2}',
    '& > :is(th, td)': { paddingBlock: '0' },
    '& > th': { gridColumn: '1 / -1', fontSize: 'md' },
    '& > td': { display: 'block', _before: { content: 'none' } },
    '& > [data-kind=wide]': { gridRow: '2 / 4' },
    '& > [data-kind=actions]': { gridArea: '2 / 2' },
    '& > [data-kind=value]': { gridArea: '3 / 2', alignSelf: 'center', textAlign: 'center' },
    // the name is as high as a finger, and the facts are close below its words
    '& [data-part=name]': { paddingBlock: '0.5rem 0.9375rem' },
    '& [data-part=facts]': { marginTop: '-0.75rem', '& > *': { lineHeight: '1.3' } },
  },
}

/** Hidden words move with the rest, and the outlines of what has the focus at an edge are not cut. */
const sideways = { overflowX: 'auto', position: 'relative', padding: '6px', margin: '-6px' } as const

/** Holds a table, which large text makes wider than the screen, and moves it sideways by itself: `rem` follows the size of the text. */
export function TableFrame({ children }: { children: ReactNode }) {
  return (
    <Box css={{ '@media screen': { containerType: 'inline-size' } }}>
      <Box css={{ '@media screen and (min-width: 48rem)': { '@container (max-width: 60rem)': sideways } }}>
        {children}
      </Box>
    </Box>
  )
}

/** A table from 768 px up, or 992 px if it `isWide`; below, one card per row. Roles are explicit, since browsers drop them when CSS turns cells into blocks. */
export function TableCards<R>({ caption, columns, rows, rowKey, isCompact, isWide }: TableCardsProps<R>) {
  const look = looks[isWide ? 'lg' : 'md']
  const card = isCompact ? [look.card, compactCard] : look.card
  return (
    <TableFrame>
      <Table.Root role="table" variant="outline" css={look.table}>
        <Table.Caption srOnly>{caption}</Table.Caption>
        <Table.Header role="rowgroup" css={look.titles}>
          <Table.Row role="row">
            {columns.map(({ title, kind }) => (
              <Table.ColumnHeader key={title} role="columnheader" scope="col" css={look.box}>
                {kind === 'actions' ? <VisuallyHidden>{title}</VisuallyHidden> : title}
              </Table.ColumnHeader>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body role="rowgroup" css={look.body}>
          <Rows>
            {rows.map((row) => (
              <Row key={rowKey(row)} css={card}>
                {columns.map((column) => (
                  <Cell key={column.title} look={look.cells[column.kind ?? 'value']} {...column}>
                    {column.cell(row)}
                  </Cell>
                ))}
              </Row>
            ))}
          </Rows>
        </Table.Body>
      </Table.Root>
    </TableFrame>
  )
}

function Row({ css, children }: { css: SystemStyleObject | SystemStyleObject[]; children: ReactNode }) {
  const motion = useRowMotion()
  return (
    <Table.Row asChild css={css}>
      <m.tr role="row" {...motion}>
        {children}
      </m.tr>
    </Table.Row>
  )
}

type CellProps = Pick<Column<unknown>, 'kind' | 'title'> & { look: SystemStyleObject; children: ReactNode }

function Cell({ kind = 'value', title, look, children }: CellProps) {
  if (kind === 'heading') {
    return (
      <Table.Cell as="th" role="rowheader" scope="row" css={look}>
        {children}
      </Table.Cell>
    )
  }
  return (
    <Table.Cell role="cell" data-title={kind === 'actions' ? undefined : title} data-kind={kind} css={look}>
      {children}
    </Table.Cell>
  )
}

export function RowActions(props: FlexProps) {
  return (
    <Flex
      gap="2"
      wrap="wrap"
      direction={{ mdToLg: 'column' }}
      justify={{ md: 'flex-end' }}
      css={{ '& > *': { flex: { mdDown: 1 }, paddingInline: '4', paddingBlock: '1.5' } }}
      {...props}
    />
  )
}

export function useActionsColumn<R>(buttons: (row: R) => ReactNode): Column<R> {
  const { t } = useLingui()
  return {
    title: t({ message: 'Actions', comment: 'column of buttons' }),
    kind: 'actions',
    cell: (row) => <RowActions>{buttons(row)}</RowActions>,
  }
}

export function CellText({ children, minWidth }: { children: ReactNode } & Pick<FlexProps, 'minWidth'>) {
  return (
    <Text as="span" display="block" minWidth={minWidth} overflowWrap="anywhere">
      {children}
    </Text>
  )
}

export const Reference = chakra('span', {
  base: { fontFamily: 'mono', fontWeight: 'semibold', letterSpacing: '0.02em', whiteSpace: 'nowrap' },
})

export function SecondaryText({
  children,
  ...props
}: { children: ReactNode } & Pick<FlexProps, 'fontFamily' | 'fontStyle' | 'fontSize' | 'maxWidth' | 'overflowWrap'>) {
  return (
    <Text as="span" display="block" color="fg.muted" fontSize="sm" fontWeight="normal" fontFamily="body" {...props}>
      {children}
    </Text>
  )
}
