import { Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { Subscriber } from '../../../contract/subscribers.ts'
import { Time } from '../../ui/dates.tsx'
import { DeleteDialog } from '../../ui/delete-dialog.tsx'
import { useDeps } from '../../ui/deps.tsx'
import { Page } from '../../ui/page.tsx'
import { type Column, RowActions, TableCards } from '../../ui/table-cards.tsx'
import { ExportSubscribers } from './export-subscribers.tsx'
import { listAddress } from './list-address.ts'
import { ListFrame } from './list-frame.tsx'
import { DeleteButton } from './row-buttons.tsx'
import { useAdminList } from './use-admin-list.ts'

const route = getRouteApi('/subscribes')

export function SubscribersPage() {
  const { page, onPage } = listAddress(route.useSearch(), route.useNavigate())
  const { t } = useLingui()
  const { api } = useDeps()
  const [deleting, setDeleting] = useState<Subscriber>()
  const list = useAdminList<Subscriber>({
    name: 'subscribers',
    page,
    // the specification sends no token here; our server requires an administrator, since the addresses are private
    load: (query, signal) => api.call('listSubscribers', { query, signal }),
    searchable: (subscriber) => subscriber.email,
  })
  const columns: Column<Subscriber>[] = [
    {
      title: t({ message: 'Email', comment: 'label of a field' }),
      cell: (row) => (
        <Text as="span" overflowWrap="anywhere">
          {row.email}
        </Text>
      ),
      kind: 'heading',
    },
    {
      title: t({ message: 'Since', comment: 'column: when somebody subscribed' }),
      cell: (row) => <Time at={row.created_at} />,
    },
    {
      title: t({ message: 'Actions', comment: 'column of buttons' }),
      kind: 'actions',
      cell: (row) => (
        <RowActions>
          <DeleteButton aria-label={t`Delete ${row.email}`} onClick={() => setDeleting(row)} />
        </RowActions>
      ),
    },
  ]
  return (
    <Page title={t`Subscribers`} actions={<ExportSubscribers />}>
      <ListFrame list={list} onPage={onPage} empty={<Trans>Nobody has subscribed yet.</Trans>}>
        {(rows) => <TableCards caption={t`Subscribers`} columns={columns} rows={rows} rowKey={(row) => row._id} />}
      </ListFrame>
      <DeleteDialog
        open={deleting !== undefined}
        onClose={() => setDeleting(undefined)}
        onDelete={() => api.call('deleteSubscriber', { params: { id: deleting?._id ?? '' } })}
        onDeleted={() => list.reload()}
      >
        <p>
          <Trans>{deleting?.email} is taken off the newsletter.</Trans>
        </p>
      </DeleteDialog>
    </Page>
  )
}
