import { Box, Button, Flex, Grid, Input, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import { type SortKey, type StockFilter, sortKeys, stockFilters } from '../../contract/catalogue-query.ts'
import type { Fish } from '../../contract/fishes.ts'
import { business } from '../../contract/limits.ts'
import { nameIn } from '../../contract/locales.ts'
import type { Reply } from '../api/api-errors.ts'
import { savedProducts } from '../db/read-products.ts'
import { useDeps } from '../db/use-deps.tsx'
import { usePromisedTonnes } from '../db/use-promised.ts'
import { BesideLabel } from '../forms/beside-label.tsx'
import { Message } from '../forms/message.tsx'
import { Select, type SelectProps } from '../forms/select.tsx'
import { formatTonnes } from '../i18n/numbers.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { fetchCatalogueRows } from '../import/export-catalogue.ts'
import { ExportButtons } from '../lists/export-buttons.tsx'
import { listAddress } from '../lists/list-address.ts'
import { ListFrame } from '../lists/list-frame.tsx'
import { DeleteButton, EditButton } from '../lists/row-buttons.tsx'
import { useAdminList } from '../lists/use-admin-list.ts'
import { LinkButton } from '../ui/buttons.tsx'
import { DeleteDialog } from '../ui/dialogs/delete-dialog.tsx'
import { StockReason } from '../ui/entry-kinds.tsx'
import { Icon } from '../ui/icon.tsx'
import { EntryBadge, OutboxNotice } from '../ui/outbox-notice.tsx'
import { Page } from '../ui/page.tsx'
import { Picture } from '../ui/product-picture.tsx'
import { type Column, narrowCards, SecondaryText, TableCards, useActionsColumn } from '../ui/rows/table-cards.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { ProductDialog } from './product-dialog.tsx'
import { useStock } from './use-stock.ts'

/** The stock of a product as a field in its row. Enter saves, Escape restores the previous number. */
function StockCell({ fish }: { fish: Fish }) {
  const { t } = useLingui()
  const locale = useLocale()
  const id = useId()
  const stock = useStock(fish)
  const { message, refused, state } = stock
  const name = nameIn(fish, locale)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void stock.save()
  }
  return (
    <Grid as="form" gap="2" justifyItems="start" minWidth="0" onSubmit={submit} onReset={stock.revert}>
      <Flex align="center" gap="2" wrap="wrap">
        <Flex as="span" align="center" gap="2">
          <Input
            aria-label={t`Stock of ${name}`}
            aria-describedby={`${id}-unit ${id}-error`}
            aria-invalid={message !== undefined}
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="done"
            width={{ base: 'min(6rem, 28vw)', mdToLg: '5.25rem' }}
            paddingInline={{ base: '3.5', mdToLg: '2' }}
            value={stock.text}
            onChange={(event) => stock.type(event.target.value)}
            onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.form?.reset()}
          />
          <span id={`${id}-unit`}>t</span>
        </Flex>
        {stock.isChanged && (
          <Button type="submit" size="sm" aria-label={t`Save the stock of ${name}`}>
            <Trans comment="button">Save</Trans>
          </Button>
        )}
      </Flex>
      <Message id={`${id}-error`}>{message}</Message>
      {/* always mounted, so that screen readers announce whether the number was sent */}
      <Box role="status" _empty={{ srOnly: true }}>
        {state && <EntryBadge state={state} />}
      </Box>
      {refused && <OutboxNotice isInRow row={refused} reason={<StockReason row={refused} mine={stock.shown} />} />}
    </Grid>
  )
}

interface Handlers {
  onEdit: (fish: Fish) => void
  onDelete: (fish: Fish) => void
}

function useProductColumns({ onEdit, onDelete }: Handlers): Column<Fish>[] {
  const { t } = useLingui()
  const locale = useLocale()
  const promised = usePromisedTonnes()
  return [
    {
      title: t({ message: 'Product', comment: 'column' }),
      kind: 'heading',
      cell: (fish) => (
        <Flex as="span" align="center" gap="3.5">
          {/* a tablet has room for the name only */}
          <Box
            as="span"
            width="4.5rem"
            flexShrink="0"
            borderRadius="l2"
            overflow="hidden"
            display={{ mdToLg: 'none' }}
            css={{ [narrowCards]: { display: 'none' } }}
          >
            <Picture image={fish.image} placeholder={fish.placeholder} type={fish.type} alt="" sizes="72px" />
          </Box>
          <Text as="span" minWidth={{ base: '0', md: '6rem' }} overflowWrap="anywhere">
            {nameIn(fish, locale)}
            {fish.scientific_name && <SecondaryText fontStyle="italic">{fish.scientific_name}</SecondaryText>}
            {fish.code && <SecondaryText>Art. {fish.code}</SecondaryText>}
          </Text>
        </Flex>
      ),
    },
    { title: t`Famille`, cell: (fish) => fish.category },
    { title: t`Classe`, cell: (fish) => fish.classe },
    { title: t`Type`, cell: (fish) => <TypeName type={fish.type} /> },
    {
      title: t`Stock`,
      cell: (fish) => (
        <>
          <StockCell fish={fish} />
          <Promised tonnes={promised.get(fish._id)} />
        </>
      ),
    },
    useActionsColumn((fish) => {
      const name = nameIn(fish, locale)
      return (
        <>
          <EditButton name={name} onClick={() => onEdit(fish)} />
          <DeleteButton name={name} onClick={() => onDelete(fish)} />
        </>
      )
    }),
  ]
}

/** Tonnes of a product that are accepted and not loaded yet. */
function Promised({ tonnes }: { tonnes: number | undefined }) {
  const locale = useLocale()
  if (!tonnes) return null
  const amount = formatTonnes(tonnes, locale)
  return (
    <SecondaryText>
      <Trans comment="below the stock of a product: tonnes that are accepted and not loaded yet">
        promised: {amount}
      </Trans>
    </SecondaryText>
  )
}

function TypeName({ type }: { type: Fish['type'] }) {
  return type === 'seafood' ? <Trans>Seafood</Trans> : <Trans>Fish</Trans>
}

/** Which products the list has, in which order, and how many a page. */
interface ProductChoice {
  stock?: StockFilter | undefined
  sort?: SortKey | undefined
  rows?: number | undefined
}

/** Rows per page; the first is the specification's (section 9). */
const pageSizes = [business.listPerPage, 25, 100] as const

interface ProductChoicesProps extends ProductChoice {
  onChoose: (choice: ProductChoice) => void
}

/** The filter by stock, the order and the number of rows of the products. */
function ProductChoices({ stock, sort, rows = business.listPerPage, onChoose }: ProductChoicesProps) {
  const { t } = useLingui()
  const tonnes = formatTonnes(business.lowStock, useLocale())
  const filters: Record<StockFilter, string> = { none: t`No stock`, low: t`Low stock (less than ${tonnes})` }
  const orders: Record<SortKey, string> = {
    name: t`Name`,
    code: t`Article number`,
    stock: t`Stock, the least first`,
    'stock-down': t`Stock, the most first`,
  }
  const choose = (choice: ProductChoice) => onChoose({ stock, sort, rows, ...choice })
  return (
    <Flex wrap="wrap" gap="4">
      <Choice
        label={t`Filter by stock`}
        value={stock ?? ''}
        options={[
          { value: '', label: t({ message: 'All', comment: 'products, whatever their stock' }) },
          ...stockFilters.map((value) => ({ value, label: filters[value] })),
        ]}
        onValue={(value) => choose({ stock: value || undefined })}
      />
      <Choice
        label={t({ message: 'Order', comment: 'of the rows of a list: by name, by stock', context: 'sorting' })}
        value={sort ?? ''}
        options={[
          { value: '', label: t({ message: 'As usual', comment: 'order of a list: newest or best match first' }) },
          ...sortKeys.map((value) => ({ value, label: orders[value] })),
        ]}
        onValue={(value) => choose({ sort: value || undefined })}
      />
      <Choice
        label={t`Rows per page`}
        value={rows}
        options={pageSizes.map((value) => ({ value, label: value }))}
        onValue={(value) => choose({ rows: value })}
      />
    </Flex>
  )
}

function Choice<V extends string | number>({ label, ...select }: SelectProps<V> & { label: string }) {
  return <BesideLabel label={label}>{(id) => <Select id={id} maxWidth="max-content" {...select} />}</BesideLabel>
}

const route = getRouteApi('/admin/products')

export function ProductsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { stock, sort, rows = business.listPerPage } = search
  // a search or another page keeps what was chosen
  const { keyword, page, onSearch, onPage } = listAddress(search, ({ search: next, ...how }) =>
    navigate({ search: ({ rows, stock, sort }) => ({ rows, stock, sort, ...next }), ...how }),
  )
  const { t } = useLingui()
  const { api } = useDeps()
  const locale = useLocale()
  const [editing, setEditing] = useState<Fish | 'new'>()
  const [deleting, setDeleting] = useState<Fish>()
  const columns = useProductColumns({ onEdit: setEditing, onDelete: setDeleting })
  const list = useAdminList<Fish>({
    name: ['products', stock, sort].filter(Boolean).join(' '),
    keyword,
    page,
    perPage: rows,
    load: async (query, signal): Promise<Reply<Fish[]>> => {
      const chosen = { ...query, ...(stock && { stock }), ...(sort && { sort }) }
      const reply = await api.call('listFish', { query: chosen, signal })
      return reply.ok ? { ...reply, body: reply.body.fishes, total: reply.body.total } : reply
    },
    saved: savedProducts({ keyword, page, per_page: rows, ...(stock && { stock }), ...(sort && { sort }) }),
    searchable: (fish) => fish.trade_name,
  })
  const name = deleting && nameIn(deleting, locale)
  return (
    <Page
      title={t`Products`}
      actions={
        <>
          <Button variant="solid" onClick={() => setEditing('new')}>
            <Icon name="plus" />
            {t`Add product`}
          </Button>
          <LinkButton to="/admin/import">
            <Trans>Import</Trans>
          </LinkButton>
        </>
      }
    >
      <SearchField label={t`Search products`} value={keyword} onSearch={onSearch} />
      <ProductChoices
        {...{ stock, sort, rows }}
        onChoose={(chosen) => {
          const next = { ...chosen, rows: chosen.rows === business.listPerPage ? undefined : chosen.rows }
          void navigate({ search: { ...(keyword && { keyword }), ...next }, resetScroll: false })
        }}
      />
      <ExportButtons list="products" fetchRows={(fetching) => fetchCatalogueRows(api, locale, fetching)} />
      <ListFrame
        list={list}
        onPage={onPage}
        changeable={<Trans>The stock can be changed; other changes need the server.</Trans>}
        empty={<NoProducts keyword={keyword} isFiltered={stock !== undefined} />}
      >
        {(rows) => <TableCards caption={t`Products`} columns={columns} rows={rows} rowKey={(fish) => fish._id} />}
      </ListFrame>
      {editing && (
        <ProductDialog
          key={editing === 'new' ? 'new' : editing._id}
          fish={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
          onSaved={() => list.reload()}
        />
      )}
      {deleting && (
        <DeleteDialog
          onClose={() => setDeleting(undefined)}
          onDelete={() => api.call('deleteFish', { params: { id: deleting._id } })}
          onDeleted={() => list.reload()}
        >
          <p>
            <Trans>
              {name} leaves the catalogue, with its picture and its reviews. Orders keep their own copy of it.
            </Trans>
          </p>
        </DeleteDialog>
      )}
    </Page>
  )
}

function NoProducts({ keyword, isFiltered }: { keyword: string; isFiltered: boolean }) {
  if (isFiltered) return <Trans>No product has this stock.</Trans>
  return keyword ? <Trans>No product matches “{keyword}”.</Trans> : <Trans>There are no products yet.</Trans>
}
