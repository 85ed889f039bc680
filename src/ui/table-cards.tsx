import { Flex, type FlexProps, type SystemStyleObject, Table, Text, VisuallyHidden } from '@chakra-ui/react'
import * as m from 'framer-motion/m'
import type { ReactNode } from 'react'
import { Rows, useRowMotion } from './motion.tsx'

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
}

const card: SystemStyleObject = {
  mdDown: {
    overflowWrap: 'anywhere',
    display: 'flex',
    flexDirection: 'column',
    padding: '4',
    border: '1px solid {colors.border}',
    borderRadius: 'l3',
    bg: 'bg.panel',
    boxShadow: 'md',
    '& + &': { marginTop: '3.5' },
  },
}
/** The title of a cell, hidden from screen readers; Safari before 17.4 cannot hide it. */
export const dataTitle = {
  content: 'attr(data-title)',
  '@supports (content: "a" / "b")': { content: 'attr(data-title) / ""' },
} satisfies SystemStyleObject
const box: SystemStyleObject = {
  paddingBlock: { md: '3' },
  paddingInline: { md: 'clamp(0.5rem, 1vw, 1rem)' },
  borderBottom: { md: '1px solid {colors.border}' },
  'tbody tr:last-child > &': { borderBottomWidth: { md: '0' } },
}
const heading: SystemStyleObject = {
  ...box,
  fontWeight: 'semibold',
  mdDown: { order: -1, paddingBottom: '2', fontFamily: 'heading', fontSize: 'lg', lineHeight: '1.35' },
}
const actions: SystemStyleObject = { ...box, whiteSpace: 'nowrap', mdDown: { paddingTop: '3' } }
const value: SystemStyleObject = {
  ...box,
  mdDown: {
    display: 'grid',
    gridTemplateColumns: '5.5rem minmax(0, 1fr)',
    alignItems: 'baseline',
    gap: '3',
    paddingBlock: '0.3125rem',
    _before: { ...dataTitle, color: 'fg.muted', fontSize: '0.9375rem' },
  },
}
const wide: SystemStyleObject = { ...value, mdDown: { ...value.mdDown, gridTemplateColumns: '1fr', gap: '1' } }
const cells = { actions, value, wide }

/**
 * A table from 768 px up, one card per row below. The markup is a table at every width. Its roles are explicit, since
 * browsers drop them when CSS turns rows and cells into blocks.
 */
export function TableCards<R>({ caption, columns, rows, rowKey }: TableCardsProps<R>) {
  return (
    <Table.Root
      role="table"
      variant="outline"
      css={{ mdDown: { display: 'block', border: '0', bg: 'none', boxShadow: 'none' } }}
    >
      <Table.Caption srOnly>{caption}</Table.Caption>
      <Table.Header role="rowgroup" css={{ mdDown: { srOnly: true } }}>
        <Table.Row role="row">
          {columns.map(({ title, kind }) => (
            <Table.ColumnHeader key={title} role="columnheader" scope="col" css={box}>
              {kind === 'actions' ? <VisuallyHidden>{title}</VisuallyHidden> : title}
            </Table.ColumnHeader>
          ))}
        </Table.Row>
      </Table.Header>
      <Table.Body role="rowgroup" css={{ mdDown: { display: 'block' } }}>
        <Rows>
          {rows.map((row) => (
            <Row key={rowKey(row)}>
              {columns.map((column) => (
                <Cell key={column.title} {...column}>
                  {column.cell(row)}
                </Cell>
              ))}
            </Row>
          ))}
        </Rows>
      </Table.Body>
    </Table.Root>
  )
}

function Row({ children }: { children: ReactNode }) {
  const motion = useRowMotion()
  return (
    <Table.Row asChild css={card}>
      <m.tr role="row" {...motion}>
        {children}
      </m.tr>
    </Table.Row>
  )
}

type CellProps = Pick<Column<unknown>, 'kind' | 'title'> & { children: ReactNode }

function Cell({ kind = 'value', title, children }: CellProps) {
  if (kind === 'heading') {
    return (
      <Table.Cell as="th" role="rowheader" scope="row" css={heading}>
        {children}
      </Table.Cell>
    )
  }
  return (
    <Table.Cell role="cell" data-title={kind === 'actions' ? undefined : title} css={cells[kind]}>
      {children}
    </Table.Cell>
  )
}

/** The buttons of a row: side by side on phones and wide screens, one below the other in between. */
export function RowActions(props: FlexProps) {
  return (
    <Flex
      gap="2"
      wrap={{ base: 'wrap', md: 'nowrap' }}
      direction={{ mdToLg: 'column' }}
      justify={{ md: 'flex-end' }}
      css={{ '& > *': { flex: { mdDown: 1 }, paddingInline: '4', paddingBlock: '1.5' } }}
      {...props}
    />
  )
}

/** A muted second line in a cell. */
export function Quiet({
  children,
  ...props
}: { children: ReactNode } & Pick<FlexProps, 'fontFamily' | 'fontStyle' | 'fontSize' | 'overflowWrap'>) {
  return (
    <Text as="span" display="block" color="fg.muted" fontSize="sm" fontWeight="normal" fontFamily="body" {...props}>
      {children}
    </Text>
  )
}
