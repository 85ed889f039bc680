import { Box, Button, Flex } from '@chakra-ui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import * as m from 'framer-motion/m'
import { type MouseEventHandler, type ReactNode, useState } from 'react'
import { useDeps } from '../db/use-deps.tsx'
import { LinkButton } from '../ui/buttons.tsx'
import { useRowMotion } from '../ui/motion/motion.tsx'

/** Rows per page of the lists for which the specification gives no number. */
export const rowsPerPage = 20

/** Keyword and page of a list in the address; page 1 and an empty keyword are left out. */
export interface ListSearch {
  keyword?: string
  page?: number
}

type Navigate = (to: { search: ListSearch; replace: boolean; resetScroll: boolean }) => Promise<void>

/** Reads keyword and page from the address and writes them there: they survive a reload and the back button. */
export function listAddress({ keyword = '', page = 1 }: ListSearch, navigate: Navigate) {
  return {
    keyword,
    page,
    /** Starts at page 1. A typed search is one step in the history, not one for every pause in the typing. */
    onSearch(text: string) {
      void navigate({ search: text ? { keyword: text } : {}, replace: true, resetScroll: false })
    },
    onPage(to: number) {
      const search = { ...(keyword && { keyword }), ...(to > 1 && { page: to }) }
      void navigate({ search, replace: false, resetScroll: true })
    },
  }
}

/** Opens the order of a row; the element with the id `order-ID` ends its name. */
export function ViewOrderButton({ id }: { id: string }) {
  return (
    <LinkButton to="/order/$id" params={{ id }} id={`view-${id}`} aria-labelledby={`view-${id} order-${id}`}>
      <Trans comment="link at a row: opens the order">View</Trans>
    </LinkButton>
  )
}

interface RowButtonProps {
  /** what the row is about: buttons of two rows do not sound alike */
  name: string
  onClick: MouseEventHandler<HTMLButtonElement>
}

export function EditButton({ name, onClick }: RowButtonProps) {
  const { t } = useLingui()
  return (
    <Button variant="ghost" aria-label={t`Edit ${name}`} onClick={onClick}>
      <Trans comment="button at a row">Edit</Trans>
    </Button>
  )
}

export function DeleteButton({ name, onClick }: RowButtonProps) {
  const { t } = useLingui()
  return (
    <Button variant="ghost" colorPalette="red" aria-label={t`Delete ${name}`} onClick={onClick}>
      <Trans comment="button at a row">Delete</Trans>
    </Button>
  )
}

interface NewRowsProps {
  /** requests that came while the list was on the screen and are not shown yet */
  count: number
  /** those that came onto an empty list and are shown: only screen readers must be told */
  came: number
  onShow: () => void
  children?: ReactNode
}

/** A button that shows the new requests of a list. Its place is always as high, so that the list does not move. */
export function NewRows({ count, came, onShow, children }: NewRowsProps) {
  const told = count + came
  return (
    <Flex align="center" minHeight="12" minWidth="0">
      {count > 0 ? (
        <Button size="sm" onClick={onShow}>
          <Plural value={count} one="# new request · Show" other="# new requests · Show" />
        </Button>
      ) : (
        children
      )}
      {/* always mounted, so that screen readers announce the change, once */}
      <Box srOnly role="status">
        {told > 0 && <Plural value={told} one="# new request" other="# new requests" />}
      </Box>
    </Flex>
  )
}

export const ListRow = ({ children }: { children: ReactNode }) => <m.li {...useRowMotion()}>{children}</m.li>

interface Shown {
  /** the list that is shown, e.g. tab and keyword; another one begins anew */
  place: string
  ids: readonly string[]
  /** the rows came with a pull of this screen */
  isSettled: boolean
  /** when the rows were last complete, ms since 1970; 0 for never */
  at: number
  /** how many a later pull has brought onto the empty list, for screen readers */
  came: number
}

/** The rows in the order of the screen, so that nothing moves under a finger: what comes after its first pull waits for `show`. */
export function useHeldRows<R>({
  rows,
  idOf,
  place,
  at,
}: Pick<Shown, 'place' | 'at'> & { rows: readonly R[] | undefined; idOf: (row: R) => string }) {
  const { clock } = useDeps()
  const [openedAt] = useState(() => clock.now())
  const [shown, setShown] = useState<Shown>()
  if (!rows) return { rows, held: 0, came: 0, show: () => {} }
  const byId = new Map(rows.map((row) => [idOf(row), row]))
  const isSamePlace = shown?.isSettled && shown.place === place
  const isHeld = isSamePlace && shown.ids.some((id) => byId.has(id))
  const came = isHeld ? shown.came : isSamePlace && at > shown.at ? byId.size : 0
  const ids = isHeld ? shown.ids.filter((id) => byId.has(id)) : [...byId.keys()]
  const next: Shown = { place, ids, isSettled: at > openedAt, at, came }
  if (JSON.stringify(shown) !== JSON.stringify(next)) setShown(next)
  return {
    rows: ids.flatMap((id) => byId.get(id) ?? []),
    held: byId.size - ids.length,
    came,
    show: () => setShown({ ...next, ids: [...byId.keys()], came: 0 }),
  }
}
