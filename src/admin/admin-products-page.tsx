import { Badge, Box, Button, Input, type SystemStyleObject } from '@chakra-ui/react'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useId, useMemo } from 'react'
import { type SortKey, type StockFilter, sortKeys, stockFilters } from '../../contract/catalogue-query.ts'
import type { Fish } from '../../contract/fishes.ts'
import { business } from '../../contract/limits.ts'
import { nameIn } from '../../contract/locales.ts'
import type { Reply } from '../api/exchange.ts'
import { usePromisedTonnes } from '../db/order-figures.ts'
import { savedProducts } from '../db/read-products.ts'
import { useDeps } from '../db/use-deps.tsx'
import { TickInput } from '../forms/checkbox-fields.tsx'
import { LabelledSelect, Message } from '../forms/fields.tsx'
import { formatTonnes } from '../i18n/numbers.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { fetchCatalogueRows } from '../import/export-catalogue.ts'
import { type AdminListState, AdminListView, defineAdminList, useAdminList } from '../lists/admin-list.tsx'
import { ExportButtons } from '../lists/exports.tsx'
import { DeleteButton, EditButton, type ListSearch } from '../lists/list-rows.tsx'
import { LinkButton } from '../ui/buttons.tsx'
import { StockReason } from '../ui/entry-kinds.tsx'
import { Icon } from '../ui/icon.tsx'
import { EntryBadge, OutboxNotice } from '../ui/outbox-notice.tsx'
import { Later, Page } from '../ui/page.tsx'
import { Picture } from '../ui/product-picture.tsx'
import { CellText, narrowCards } from '../ui/rows/table-cards.tsx'
import { BulkBar, type Ticked, useTicked } from './product-bulk.tsx'
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
    <form data-part="stock" onSubmit={submit} onReset={stock.revert}>
      <p>
        <span>
          <Input
            aria-label={t`Stock of ${name}`}
            aria-describedby={`${id}-unit ${id}-error`}
            aria-invalid={message !== undefined}
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="done"
            value={stock.text}
            onChange={(event) => stock.type(event.target.value)}
            onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.form?.reset()}
          />
          <span id={`${id}-unit`}>t</span>
        </span>
        {stock.isChanged && (
          <Button type="submit" size="sm" aria-label={t`Save the stock of ${name}`}>
            <Trans comment="button">Save</Trans>
          </Button>
        )}
      </p>
      <Message id={`${id}-error`}>{message}</Message>
      {/* always mounted, so that screen readers announce whether the number was sent */}
      <div role="status">{state && <EntryBadge state={state} />}</div>
      {refused && <OutboxNotice isInRow row={refused} reason={<StockReason row={refused} mine={stock.shown} />} />}
    </form>
  )
}

/** One style sheet for all rows: see `TableCards`. */
const rowsLook: SystemStyleObject = {
  display: 'contents',
  '& [data-part=stock]': { display: 'grid', gap: '2', justifyItems: 'start', minWidth: '0' },
  '& [data-part=stock] :is(p, p > span)': { display: 'flex', alignItems: 'center', gap: '2' },
  '& [data-part=stock] > p': { flexWrap: 'wrap' },
  '& [data-part=stock] > :empty': { display: 'none' },
  '& [data-part=stock] > [role=status]:empty': { display: 'block', height: '0', marginTop: '-2' },
  '& [data-part=stock] input': {
    width: { base: 'min(6rem, 28vw)', mdToLg: '5.25rem' },
    paddingInline: { base: '3.5', mdToLg: '2' },
  },
  '& [data-part=product], & [data-part=product] > label': { display: 'flex', alignItems: 'center', gap: '3.5' },
  '& [data-part=product] > label': { minHeight: '11' },
  '& [data-part=product] > span:last-child': { minWidth: { base: '0', md: '6rem' }, overflowWrap: 'anywhere' },
  // a tablet has room for the name only
  '& [data-part=product] > .picture': {
    width: '4.5rem',
    flexShrink: '0',
    borderRadius: 'l2',
    display: { mdToLg: 'none' },
    [narrowCards]: { display: 'none' },
  },
  '& small': {
    display: 'block',
    color: 'fg.muted',
    fontSize: 'sm',
    fontWeight: 'normal',
    fontFamily: 'body',
    overflowWrap: 'anywhere',
  },
}

interface ProductChoice {
  stock?: StockFilter | undefined
  sort?: SortKey | undefined
  rows?: number | undefined
}
type ProductSearch = ListSearch & ProductChoice
interface Shared {
  promised: ReturnType<typeof usePromisedTonnes>
  ticked: Ticked
}
type List = AdminListState<Fish, ProductSearch, Shared>

const chosen = ({ stock, sort }: ProductChoice) => ({ ...(stock && { stock }), ...(sort && { sort }) })

const productList = defineAdminList<Fish, ProductSearch, Shared>({
  name: 'products',
  caption: msg`Products`,
  perPage: ({ rows = business.listPerPage }) => rows,
  call: async (api, query, { search, signal }): Promise<Reply<Fish[]>> => {
    const reply = await api.call('listFish', { query: { ...query, ...chosen(search) }, signal })
    return reply.ok ? { ...reply, body: reply.body.fishes, total: reply.body.total } : reply
  },
  saved: ({ keyword = '', page, per_page, ...search }) => savedProducts({ keyword, page, per_page, ...chosen(search) }),
  search: msg`Search products`,
  Filters: ProductFilters,
  empty: ({ keyword, stock }) =>
    stock ? (
      <Trans>No product has this stock.</Trans>
    ) : keyword ? (
      <Trans>No product matches “{keyword}”.</Trans>
    ) : (
      <Trans>There are no products yet.</Trans>
    ),
  changeable: <Trans>The stock can be changed; other changes need the server.</Trans>,
  columns: [
    {
      title: msg({ message: 'Product', comment: 'column' }),
      kind: 'heading',
      cell: (fish, { shared: { ticked } }) => <ProductCell fish={fish} ticked={ticked} />,
    },
    {
      title: msg({ message: 'Famille · Classe', comment: 'column: zoological family and class of a product' }),
      cell: ({ category, classe }) => (
        <CellText minWidth="5rem">
          {category} <small>{classe}</small>
        </CellText>
      ),
    },
    { title: msg`Type`, cell: (fish) => (fish.type === 'seafood' ? <Trans>Seafood</Trans> : <Trans>Fish</Trans>) },
    {
      title: msg`Stock`,
      cell: (fish, { shared: { promised } }) => (
        <>
          <StockCell fish={fish} />
          <Promised tonnes={promised.get(fish._id)} />
        </>
      ),
    },
  ],
  rowActions: (fish, list) => <ProductActions fish={fish} list={list} />,
  Dialog: ({ row, list, onClose }) => <ProductDialog fish={row} onClose={onClose} onSaved={list.reload} />,
  remove: {
    call: (api, { _id: id }) => api.call('deleteFish', { params: { id } }),
    Text: ({ row }) => {
      const name = nameIn(row, useLocale())
      return (
        <Trans>{name} leaves the catalogue, with its picture and its reviews. Orders keep their own copy of it.</Trans>
      )
    },
  },
})

function ProductCell({ fish, ticked }: { fish: Fish; ticked: Ticked }) {
  const { t } = useLingui()
  const name = nameIn(fish, useLocale())
  return (
    <span data-part="product">
      <Box as="label">
        <TickInput
          type="checkbox"
          aria-label={t`Select ${name}`}
          checked={ticked.ids.has(fish._id)}
          onChange={({ target }) => ticked.tick([fish._id], target.checked)}
        />
      </Box>
      <Picture image={fish.image} placeholder={fish.placeholder} type={fish.type} alt="" sizes="72px" />
      <span>
        {name} {fish.featured && <Badge colorPalette="accent">{t`Featured`}</Badge>}
        {fish.scientific_name && (
          <small>
            <i>{fish.scientific_name}</i>
          </small>
        )}
        {fish.code && <small>Art. {fish.code}</small>}
      </span>
    </span>
  )
}

function ProductActions({ fish, list }: { fish: Fish; list: List }) {
  const name = nameIn(fish, useLocale())
  return (
    <>
      <EditButton name={name} onClick={() => list.onOpen('edit', fish)} />
      <DeleteButton name={name} onClick={() => list.onAsk(fish)} />
    </>
  )
}

function Promised({ tonnes }: { tonnes: number | undefined }) {
  const locale = useLocale()
  if (!tonnes) return null
  const amount = formatTonnes(tonnes, locale)
  return (
    <small>
      <Trans comment="below the stock of a product: tonnes that are accepted and not loaded yet">
        promised: {amount}
      </Trans>
    </small>
  )
}

/** Rows per page; the first is the specification's (section 9). */
const pageSizes = [business.listPerPage, 25, 100] as const

function ProductFilters({ list }: { list: List }) {
  const locale = useLocale()
  const { stock, sort, rows = business.listPerPage } = list.search
  const { t } = useLingui()
  const tonnes = formatTonnes(business.lowStock, locale)
  const filters: Record<StockFilter, string> = { none: t`No stock`, low: t`Low stock (less than ${tonnes})` }
  const orders: Record<SortKey, string> = {
    name: t`Name`,
    code: t`Article number`,
    stock: t`Stock, the least first`,
    'stock-down': t`Stock, the most first`,
  }
  const choose = (choice: ProductChoice) => {
    const { rows: size, ...next } = { rows, stock, sort, ...choice }
    list.onFilter({ rows: size === business.listPerPage ? undefined : size, ...next })
  }
  return (
    <>
      <LabelledSelect
        label={t`Filter by stock`}
        value={stock ?? ''}
        none={t({ message: 'All', comment: 'products, whatever their stock' })}
        options={stockFilters.map((value) => ({ value, label: filters[value] }))}
        onValue={(value) => choose({ stock: value || undefined })}
      />
      <LabelledSelect
        label={t({ message: 'Order', comment: 'of the rows of a list: by name, by stock', context: 'sorting' })}
        value={sort ?? ''}
        none={t({ message: 'As usual', comment: 'order of a list: newest or best match first' })}
        options={sortKeys.map((value) => ({ value, label: orders[value] }))}
        onValue={(value) => choose({ sort: value || undefined })}
      />
      <LabelledSelect
        label={t`Rows per page`}
        value={rows}
        options={pageSizes.map((value) => ({ value, label: value }))}
        onValue={(value) => choose({ rows: value })}
      />
      <BulkBar ticked={list.shared.ticked} rows={list.rows ?? []} onChanged={list.reload} />
    </>
  )
}

export function ProductsPage() {
  const { t } = useLingui()
  const { api } = useDeps()
  const locale = useLocale()
  const [promised, ticked] = [usePromisedTonnes(), useTicked()]
  const shared = useMemo(() => ({ promised, ticked }), [promised, ticked])
  const list = useAdminList(productList, { shared })
  return (
    <Page
      title={t`Products`}
      actions={
        <>
          <Button variant="solid" onClick={() => list.onOpen('new')}>
            <Icon name="plus" />
            {t`Add product`}
          </Button>
          <LinkButton to="/admin/import">{t`Import`}</LinkButton>
        </>
      }
    >
      <Box css={rowsLook}>
        <AdminListView list={list} />
      </Box>
      <Later>
        <ExportButtons list="products" fetchRows={(fetching) => fetchCatalogueRows(api, locale, fetching)} />
      </Later>
    </Page>
  )
}
