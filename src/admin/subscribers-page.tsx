import { Button, Stack } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { Subscriber } from '../../contract/inbox.ts'
import type { Api } from '../api/api-client.ts'
import type { Refusal } from '../api/api-errors.ts'
import { useDeps } from '../db/use-deps.tsx'
import { ExportStatus } from '../lists/export-status.tsx'
import { fetchPages } from '../lists/fetch-pages.ts'
import { listAddress } from '../lists/list-address.ts'
import { ListFrame } from '../lists/list-frame.tsx'
import { DeleteButton } from '../lists/row-buttons.tsx'
import { useAdminList } from '../lists/use-admin-list.ts'
import { type Fetching, useExport } from '../lists/use-export.ts'
import type { TableValues } from '../tables/csv.ts'
import { Time } from '../ui/date-text.tsx'
import { DeleteDialog } from '../ui/dialogs/delete-dialog.tsx'
import { Page } from '../ui/page.tsx'
import { CellText, type Column, TableCards, useActionsColumn } from '../ui/rows/table-cards.tsx'

/**
 * All subscribers, each with an unsubscribe link, or the server's refusal. `origin`: the origin of the shop's address.
 * Throws `ConnectionError`.
 */
export async function subscriberRows(api: Api, origin: string, fetching: Fetching): Promise<TableValues | Refusal> {
  const found = await fetchPages((query, signal) => api.call('listSubscribers', { query, signal }), fetching)
  if ('status' in found) return found
  const rows = found.map(({ email, created_at, unsubscribe }) => [
    email,
    created_at,
    unsubscribe ? new URL(unsubscribe, origin).href : '',
  ])
  return [['email', 'since', 'unsubscribe'], ...rows]
}

/** Exports all subscribers as a CSV file for the newsletter tool, which has the same form in every language. */
function ExportSubscribers() {
  const { t } = useLingui()
  const { api } = useDeps()
  const { start, ...run } = useExport('subscribers')
  const fetchRows = (fetching: Fetching) => subscriberRows(api, location.origin, fetching)
  return (
    <Stack gap="3">
      <Button
        alignSelf="flex-end"
        onClick={(event) => start({ kind: 'csv', style: 'point' }, fetchRows, event)}
      >{t`Export CSV`}</Button>
      <ExportStatus {...run} />
    </Stack>
  )
}

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
      cell: (row) => <CellText>{row.email}</CellText>,
      kind: 'heading',
    },
    {
      title: t({ message: 'Since', comment: 'column: when somebody subscribed' }),
      cell: (row) => <Time at={row.created_at} />,
    },
    useActionsColumn((row) => <DeleteButton name={row.email} onClick={() => setDeleting(row)} />),
  ]
  return (
    <Page title={t`Subscribers`} actions={<ExportSubscribers />}>
      <ListFrame list={list} onPage={onPage} empty={<Trans>Nobody has subscribed yet.</Trans>}>
        {(rows) => <TableCards caption={t`Subscribers`} columns={columns} rows={rows} rowKey={(row) => row._id} />}
      </ListFrame>
      {deleting && (
        <DeleteDialog
          onClose={() => setDeleting(undefined)}
          onDelete={() => api.call('deleteSubscriber', { params: { id: deleting._id } })}
          onDeleted={() => list.reload()}
        >
          <p>
            <Trans>{deleting.email} will no longer get the newsletter.</Trans>
          </p>
        </DeleteDialog>
      )}
    </Page>
  )
}
