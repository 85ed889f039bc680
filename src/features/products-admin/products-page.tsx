import { Button } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { Fish } from '../../../contract/fishes.ts'
import { business } from '../../../contract/limits.ts'
import { nameIn } from '../../../contract/locales.ts'
import type { Reply } from '../../api/errors.ts'
import { savedProducts } from '../../data/catalogue/read.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { ExportButtons } from '../../parts/lists/export-buttons.tsx'
import { listAddress } from '../../parts/lists/list-address.ts'
import { ListFrame } from '../../parts/lists/list-frame.tsx'
import { useAdminList } from '../../parts/lists/use-admin-list.ts'
import { Page } from '../../parts/page.tsx'
import { LinkButton } from '../../ui/buttons.tsx'
import { DeleteDialog } from '../../ui/dialogs/delete-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TableCards } from '../../ui/rows/table-cards.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { ProductChoices } from './product-choices.tsx'
import { useProductColumns } from './product-columns.tsx'
import { ProductDialog } from './product-dialog.tsx'
import { fetchCatalogueRows } from './spreadsheet/export-catalogue.ts'

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
