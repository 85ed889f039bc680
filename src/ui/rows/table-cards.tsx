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
import { memo, type ReactNode, startTransition, useEffect, useState } from 'react'
import { Rows, useRowMotion } from '../motion/motion.tsx'

export interface Column<R> {
  title: string
  cell: (row: R, at: number) => ReactNode
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

/** One style sheet for a table: a style object for each of hundreds of cells would take most of the time of a long list. */
function looksFrom(up: Width): SystemStyleObject {
  // a computed key alone would be any string
  const below = (style: SystemStyleObject): SystemStyleObject => (up === 'md' ? { mdDown: style } : { lgDown: style })
  const titled: SystemStyleObject = {
    display: 'block',
    paddingBlock: '0.3125rem',
    _before: { ...dataTitle, display: 'block', color: 'fg.muted', fontSize: 'sm' },
    _empty: { display: 'none' },
  }
  return {
    ...below({ display: 'block', border: '0', bg: 'none', boxShadow: 'none' }),
    '& thead': below({ srOnly: true }),
    '& tbody': below({
      display: 'grid',
      gap: '3.5',
      containerType: 'inline-size',
      gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 20rem), 1fr))',
    }),
    '& tbody > tr': below({
      overflowWrap: 'anywhere',
      display: 'grid',
      // large text leaves no room for two values beside each other
      gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 7.5rem), 1fr))',
      gridAutoFlow: 'dense',
      columnGap: '3',
      padding: '4',
      border: '1px solid {colors.border}',
      borderRadius: 'l3',
      bg: 'bg.panel',
      boxShadow: 'md',
      '& time > span': { whiteSpace: 'nowrap' },
    }),
    '& :is(th, td)': {
      textAlign: 'start',
      verticalAlign: 'middle',
      paddingBlock: { [up]: '3' },
      paddingInline: { [up]: up === 'lg' ? 'clamp(0.5rem, 4vw - 2.7rem, 1rem)' : 'clamp(0.5rem, 1vw, 1rem)' },
      borderBottom: { [up]: '1px solid {colors.border}' },
    },
    '& tbody tr:last-child > *': { borderBottomWidth: { [up]: '0' } },
    '& [data-kind=heading]': {
      fontWeight: 'semibold',
      ...below({
        order: -1,
        gridColumn: '1 / -1',
        paddingBottom: '2',
        fontFamily: 'heading',
        fontSize: 'lg',
        lineHeight: '1.35',
      }),
    },
    '& [data-kind=actions]': { whiteSpace: 'nowrap', ...below({ gridColumn: '1 / -1', paddingTop: '3' }) },
    '& [data-kind=value]': below(titled),
    '& [data-kind=wide]': below({ ...titled, gridColumn: '1 / -1' }),
  }
}

const looks = { md: looksFrom('md'), lg: looksFrom('lg') }

/** Without the cells' titles: what stands in such a card says itself what it is. */
const compactCard: SystemStyleObject = {
  '& tbody > tr': {
    mdDown: {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      alignItems: 'start',
      columnGap: '3',
      rowGap: '1',
      padding: '0 {spacing.3} {spacing.2}',
      '& > [data-kind]': { paddingBlock: '0' },
      '& > [data-kind=heading]': { gridColumn: '1 / -1', fontSize: 'md' },
      '& > td[data-kind]': { display: 'block', _before: { content: 'none' } },
      '& > [data-kind=wide]': { gridArea: '2 / 1 / 4' },
      '& > [data-kind=actions]': { gridArea: '2 / 2' },
      '& > [data-kind=value]': { gridArea: '3 / 2', alignSelf: 'center', textAlign: 'center' },
      // the name is as high as a finger, and the facts are close below its words
      '& [data-part=name]': { paddingBlock: '0.5rem 0.9375rem' },
      '& [data-part=facts]': { marginTop: '-0.75rem', '& > *': { lineHeight: '1.3' } },
      [narrowCards]: {
        display: 'block',
        '& [data-part=picture]': { display: 'none' },
        '& [data-part=name], & [data-part=facts]': { margin: '0', paddingBlock: '0.25rem' },
      },
    },
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

const as = (role: string) => ({ role })

/** Rows that are drawn in one task, of whatever list. */
const rowsAtOnce = 4

/** The rows of a list, of which the later ones are drawn between other work. */
export function useRowsInTurn<R>(rows: readonly R[]): readonly R[] {
  const [count, setCount] = useState(rowsAtOnce)
  useEffect(() => {
    if (count >= rows.length) return
    const timer = setTimeout(() => startTransition(() => setCount(count + rowsAtOnce)))
    return () => clearTimeout(timer)
  }, [count, rows.length])
  return rows.slice(0, count)
}

/** A table from 768 px up, or 992 px if it `isWide`; below, one card per row. Roles are explicit, since browsers drop them when CSS turns cells into blocks. */
export function TableCards<R>({ caption, columns, rows, rowKey, isCompact, isWide }: TableCardsProps<R>) {
  const look = looks[isWide ? 'lg' : 'md']
  const shown = useRowsInTurn(rows)
  return (
    <TableFrame>
      <Table.Root role="table" variant="outline" css={isCompact ? [look, compactCard] : look}>
        <Table.Caption srOnly>{caption}</Table.Caption>
        <Table.Header role="rowgroup">
          <Table.Row role="row">
            {columns.map(({ title, kind }) => (
              <Table.ColumnHeader key={title} role="columnheader" scope="col">
                {kind === 'actions' ? <VisuallyHidden>{title}</VisuallyHidden> : title}
              </Table.ColumnHeader>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body role="rowgroup">
          <Rows>
            {shown.map((row, at) => (
              <Row key={rowKey(row)} {...{ row, at, columns }} />
            ))}
          </Rows>
        </Table.Body>
      </Table.Root>
    </TableFrame>
  )
}

interface RowProps<R> extends Pick<TableCardsProps<R>, 'columns'> {
  row: R
  at: number
}

/** Drawn again only where the row or the columns are other ones. */
const Row = memo(function Row<R>({ row, at, columns }: RowProps<R>) {
  const motion = useRowMotion()
  // those of a long list come and go without it, which would take a third of their time
  const [isPlain] = useState(at >= rowsAtOnce)
  const Tag = isPlain ? 'tr' : m.tr
  return (
    <Tag role="row" {...(!isPlain && motion)}>
      {columns.map(({ title, kind = 'value', cell }) =>
        kind === 'heading' ? (
          <th key={title} {...as('rowheader')} scope="row" data-kind={kind}>
            {cell(row, at)}
          </th>
        ) : (
          <td key={title} {...as('cell')} data-title={kind === 'actions' ? undefined : title} data-kind={kind}>
            {cell(row, at)}
          </td>
        ),
      )}
    </Tag>
  )
}) as <R>(props: RowProps<R>) => ReactNode

export function RowActions(props: FlexProps) {
  return (
    <Flex
      gap="1"
      wrap={{ base: 'wrap', lg: 'nowrap' }}
      direction={{ mdToLg: 'column' }}
      justify={{ md: 'flex-end' }}
      css={{ '& > *': { flex: { mdDown: 1 }, paddingInline: '3', paddingBlock: '1.5' } }}
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
