import { Box, Flex, Grid, Stack } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ComponentType, Fragment, type ReactNode, useMemo, useState } from 'react'
import { pageOf } from '../../contract/catalogue-query.ts'
import type { Api } from '../api/api-client.ts'
import type { ConnectionError, Refusal, Reply } from '../api/exchange.ts'
import { useDeps } from '../db/use-deps.tsx'
import type { SavedAnswers } from '../db/views.ts'
import { useRefusalText } from '../i18n/refusals.ts'
import { Time } from '../ui/date-text.tsx'
import { DeleteDialog } from '../ui/dialogs/delete-dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Notice, RetryOrLogin } from '../ui/feedback/notice.tsx'
import { asError } from '../ui/loading/refused-error.ts'
import { Spinner } from '../ui/loading/spinner.tsx'
import { Rows } from '../ui/motion/motion.tsx'
import { Pager } from '../ui/rows/pager.tsx'
import { type Column, TableCards, useActionsColumn } from '../ui/rows/table-cards.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { ListRow, type ListSearch, listAddress, rowsPerPage } from './list-rows.tsx'
import { useSavedQuery } from './query.ts'

type Row = { _id: string }
type Paging = { keyword?: string; page: number; per_page: number }

interface Question<R> {
  call: (api: Api, row: R) => Promise<Reply<undefined>>
  /** what becomes of the row */
  Text: ComponentType<{ row: R }>
  /** by default the words of a deletion */
  title?: (row: R) => MessageDescriptor
  confirm?: MessageDescriptor
}

/** A list of administrators; `S` is what its address holds, `E` what its page shares with rows and dialogs. */
export interface AdminListDefinition<R extends Row, S extends ListSearch = ListSearch, E = undefined> {
  name: string
  caption: MessageDescriptor
  call: (api: Api, query: Paging, { search, signal }: { search: S; signal: AbortSignal }) => Promise<Reply<R[]>>
  /** all rows come at once: the address holds neither a page nor a keyword */
  isWhole?: true
  perPage?: number | ((search: S) => number)
  /** how a page is saved; by default as received */
  saved?: (query: Paging & S) => SavedAnswers<R[]>
  search?: MessageDescriptor
  Filters?: ComponentType<{ list: AdminListState<R, S, E> }>
  empty: (search: S) => ReactNode
  /** a row is one of a table, or a card of its own */
  columns?: readonly {
    title: MessageDescriptor
    kind?: NonNullable<Column<R>['kind']>
    cell: (row: R, list: AdminListState<R, S, E>, at: number) => ReactNode
  }[]
  Card?: ComponentType<{ row: R; list: AdminListState<R, S, E> }>
  rowActions?: (row: R, list: AdminListState<R, S, E>) => ReactNode
  Dialog?: ComponentType<{ row: R | undefined; kind: string; list: AdminListState<R, S, E>; onClose: () => void }>
  remove?: Question<R>
  /** says what can be changed without a connection; nothing by default */
  changeable?: ReactNode
}

export const defineAdminList = <R extends Row, S extends ListSearch = ListSearch, E = undefined>(
  of: AdminListDefinition<R, S, E>,
) => of

interface Options<R, E> {
  shared?: E
  /** whether this administrator may see it */
  isOn?: boolean
  /** ms until the next look at the server; false for none */
  every?: (rows: R[] | undefined) => number | false
  /** in place of fetching again. `wasGone`: somebody else had deleted it already */
  onRemoved?: (row: R, how: { wasGone: boolean; reload: () => Promise<void> }) => Promise<void>
}

const nowhere = {}

export function useAdminList<R extends Row, S extends ListSearch, E = undefined>(
  of: AdminListDefinition<R, S, E>,
  { shared, isOn, every, onRemoved }: Options<R, E> = {},
) {
  const navigate = useNavigate()
  const address: unknown = useSearch({ strict: false })
  // the route of the screen has parsed it; all its members are optional
  const search = (of.isWhole ? nowhere : address) as S
  const [open, setOpen] = useState<{ kind: string; row: R | undefined }>()
  const [asked, setAsked] = useState<R>()
  const { keyword = '', page: _, ...filters } = search
  const { page, onSearch, onPage } = listAddress(search, ({ search: next, ...how }) =>
    navigate({ to: '.', search: { ...filters, ...next }, ...how }),
  )
  const perPage = typeof of.perPage === 'function' ? of.perPage(search) : (of.perPage ?? rowsPerPage)
  const query = { page, per_page: perPage, ...(keyword !== '' && { keyword }) }
  const place = `${of.name} ${JSON.stringify({ ...filters, ...query })}`
  const answer = useSavedQuery<R[]>({
    key: place,
    load: (api, signal) => of.call(api, query, { search, signal }),
    saved: of.saved?.({ ...search, ...query }),
    isOn: isOn ?? true,
    every,
  })
  const { reload } = answer
  return {
    ...{ ...answer, ...pageIn(answer, query), of, place, search, keyword, onSearch },
    // a page gives what its definition names
    shared: shared as E,
    ...(!of.isWhole && { onPage }),
    onFilter: (chosen: Omit<S, 'keyword' | 'page'>) =>
      void navigate({ to: '.', search: { ...(keyword && { keyword }), ...chosen }, resetScroll: false }),
    open,
    onOpen: (kind: string, row?: R) => setOpen({ kind, row }),
    onClose: () => setOpen(undefined),
    asked,
    onAsk: setAsked,
    onRemoved: (row: R, wasGone: boolean) => (onRemoved ? onRemoved(row, { wasGone, reload }) : reload()),
  }
}

export type AdminListState<R extends Row, S extends ListSearch = ListSearch, E = undefined> = ReturnType<
  typeof useAdminList<R, S, E>
>

/** A page of a list. Where all rows came at once, from the device or from another server, they are searched and paged here. */
function pageIn<R>(
  { body, total, busy }: { body: R[] | undefined; total: number | undefined; busy: boolean },
  query: Paging,
) {
  const { keyword = '', page, per_page: perPage } = query
  if (body === undefined) return { rows: undefined, page, pages: 1 }
  if (total !== undefined) {
    const pages = Math.max(1, Math.ceil(total / perPage))
    return { rows: body, page: Math.min(page, pages), pages }
  }
  const wanted = keyword.trim().toLowerCase()
  const found = wanted === '' ? body : body.filter((row) => textOf(row).toLowerCase().includes(wanted))
  const { rows, ...paging } = pageOf(found, page, perPage)
  // what the device does not have may be on the server
  return { ...paging, rows: busy && rows.length === 0 ? undefined : rows }
}

const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? Object.values(value).map(textOf).join(' ') : String(value ?? '')

export function AdminList<R extends Row, S extends ListSearch>({ of }: { of: AdminListDefinition<R, S> }) {
  return <AdminListView list={useAdminList(of)} />
}

interface OfList<R extends Row, S extends ListSearch, E> {
  list: AdminListState<R, S, E>
}

export function AdminListView<R extends Row, S extends ListSearch, E>({ list }: OfList<R, S, E>) {
  const { t } = useLingui()
  const { search, Filters } = list.of
  return (
    <>
      <Flex
        wrap="wrap"
        align="center"
        gap="4"
        _empty={{ display: 'none' }}
        css={{ '& > .search': { flex: '1 1 15rem' } }}
      >
        {search && <SearchField label={t(search)} value={list.keyword} onSearch={list.onSearch} />}
        {Filters && <Filters list={list} />}
      </Flex>
      <AdminListRows list={list} />
      <AdminListDialogs list={list} />
    </>
  )
}

export function AdminListRows<R extends Row, S extends ListSearch, E>({ list }: OfList<R, S, E>) {
  const { t } = useLingui()
  const { of, onPage } = list
  const { Card, columns = [], rowActions } = of
  const actions = useActionsColumn<R>((row) => rowActions?.(row, list))
  // what the cells show: without a change of it no row is drawn again
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rest of the list are functions that do the same
  const cells = useMemo(() => {
    const shown = columns.map(({ title, cell, kind = 'value' }) => ({
      ...{ title: t(title), kind },
      cell: (row: R, at: number) => cell(row, list, at),
    }))
    return rowActions ? [...shown, actions] : shown
  }, [of, t, list.page, list.search, list.shared])
  return (
    <ListFrame list={list} onPage={onPage} changeable={of.changeable} empty={of.empty(list.search)}>
      {(rows) =>
        Card ? (
          <Stack as="ul" gap="4" listStyleType="none" padding="0" aria-label={t(of.caption)}>
            <Rows>
              {rows.map((row) => (
                <ListRow key={row._id}>
                  <Card row={row} list={list} />
                </ListRow>
              ))}
            </Rows>
          </Stack>
        ) : (
          <TableCards caption={t(of.caption)} columns={cells} rows={rows} rowKey={({ _id }) => _id} />
        )
      }
    </ListFrame>
  )
}

export function AdminListDialogs<R extends Row, S extends ListSearch, E>({ list }: OfList<R, S, E>) {
  const { t } = useLingui()
  const { api } = useDeps()
  const { open, asked } = list
  const { Dialog, remove } = list.of
  return (
    <>
      {open && Dialog && <Dialog key={open.row?._id ?? ''} {...open} list={list} onClose={list.onClose} />}
      {asked && remove && (
        <DeleteDialog
          {...(remove.title && { title: t(remove.title(asked)) })}
          {...(remove.confirm && { confirm: t(remove.confirm) })}
          onClose={() => list.onAsk(undefined)}
          onDelete={() => remove.call(api, asked)}
          onDeleted={(wasGone) => list.onRemoved(asked, wasGone)}
        >
          <remove.Text row={asked} />
        </DeleteDialog>
      )}
    </>
  )
}

interface ListFrameProps<R> {
  list: {
    rows: R[] | undefined
    /** identifies the list with its page and search */
    place: string
    page: number
    pages: number
    failure: Refusal | ConnectionError | undefined
    /** when the shown rows came, ms since 1970 */
    at: number | undefined
    busy: boolean
    reload: () => Promise<void>
  }
  onPage?: ((page: number) => void) | undefined
  empty: ReactNode
  /** says what can be changed offline; nothing by default */
  changeable?: ReactNode
  children: (rows: R[]) => ReactNode
}

/** The frame of a list: why it could not be fetched, how old the saved copy is, the empty state, the pager. */
export function ListFrame<R>({ list, onPage, empty, changeable, children }: ListFrameProps<R>) {
  const { rows, failure, at, page, pages } = list
  const refusalText = useRefusalText()
  const onRetry = () => void list.reload()
  return (
    <Grid gap="4" minWidth="0" aria-busy={list.busy}>
      {failure && (
        <Notice kind={at ? 'warning' : 'error'}>
          <p>{refusalText(failure)}</p>
          {at && (
            <p>
              {changeable ? (
                <Trans>
                  Below is the copy of <Time at={at} /> that is saved on this device.
                </Trans>
              ) : (
                <Trans>
                  Below is the copy of <Time at={at} /> that is saved on this device. Changes need the server.
                </Trans>
              )}{' '}
              {changeable}
            </p>
          )}
          <RetryOrLogin error={asError(failure)} onRetry={onRetry} />
        </Notice>
      )}
      {rows === undefined && !failure && <Spinner onRetry={onRetry} />}
      {/* always mounted, so that screen readers announce a search without results */}
      <Box role="status" _empty={{ srOnly: true }}>
        {rows?.length === 0 && <EmptyState>{empty}</EmptyState>}
      </Box>
      {/* the key replaces all rows at once when the page or search changes */}
      {rows !== undefined && rows.length > 0 && <Fragment key={list.place}>{children(rows)}</Fragment>}
      {rows !== undefined && onPage && <Pager page={page} pages={pages} onPage={onPage} />}
    </Grid>
  )
}
