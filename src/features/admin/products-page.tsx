import { Button } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { Fish } from '../../../contract/fishes.ts'
import { business } from '../../../contract/limits.ts'
import { nameIn } from '../../../contract/locales.ts'
import type { Reply } from '../../api/errors.ts'
import { savedProducts } from '../../catalogue/read.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { DeleteDialog } from '../../ui/delete-dialog.tsx'
import { useDeps } from '../../ui/deps.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { TableCards } from '../../ui/table-cards.tsx'
import { listAddress } from './list-address.ts'
import { ListFrame } from './list-frame.tsx'
import { useProductColumns } from './product-columns.tsx'
import { ProductDialog } from './product-dialog.tsx'
import { SpreadsheetButtons } from './spreadsheet/export-buttons.tsx'
import { useAdminList } from './use-admin-list.ts'

const route = getRouteApi('/admin/products')

export function ProductsPage() {
  const { keyword, page, onSearch, onPage } = listAddress(route.useSearch(), route.useNavigate())
  const { t } = useLingui()
  const { api } = useDeps()
  const locale = useLocale()
  const [editing, setEditing] = useState<Fish | 'new'>()
  const [deleting, setDeleting] = useState<Fish>()
  const columns = useProductColumns({ onEdit: setEditing, onDelete: setDeleting })
  const list = useAdminList<Fish>({
    name: 'products',
    keyword,
    page,
    perPage: business.listPerPage,
    load: async (query, signal): Promise<Reply<Fish[]>> => {
      const reply = await api.call('listFish', { query, signal })
      return reply.ok ? { ...reply, body: reply.body.fishes, total: reply.body.total } : reply
    },
    saved: savedProducts({ keyword, page, per_page: business.listPerPage }),
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
          <SpreadsheetButtons />
        </>
      }
    >
      <SearchField label={t`Search products`} value={keyword} onSearch={onSearch} />
      <ListFrame
        list={list}
        onPage={onPage}
        changeable={<Trans>The stock can be changed; other changes need the server.</Trans>}
        empty={keyword ? <Trans>No product matches “{keyword}”.</Trans> : <Trans>There are no products yet.</Trans>}
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
      <DeleteDialog
        open={deleting !== undefined}
        onClose={() => setDeleting(undefined)}
        onDelete={() => api.call('deleteFish', { params: { id: deleting?._id ?? '' } })}
        onDeleted={() => list.reload()}
      >
        <p>
          <Trans>
            {name} leaves the catalogue, with its picture and its reviews. Orders keep their own copy of it.
          </Trans>
        </p>
      </DeleteDialog>
    </Page>
  )
}
