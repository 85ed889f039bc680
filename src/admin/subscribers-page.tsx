import { Button, Stack } from '@chakra-ui/react'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Subscriber } from '../../contract/inbox.ts'
import type { Api } from '../api/api-client.ts'
import type { Refusal } from '../api/api-errors.ts'
import { useDeps } from '../db/use-deps.tsx'
import { AdminList, defineAdminList } from '../lists/admin-list.tsx'
import { ExportStatus, type Fetching, fetchPages, useExport } from '../lists/exports.tsx'
import { DeleteButton } from '../lists/list-rows.tsx'
import type { TableValues } from '../tables/csv.ts'
import { Time } from '../ui/date-text.tsx'
import { Page } from '../ui/page.tsx'
import { CellText } from '../ui/rows/table-cards.tsx'

/** All subscribers with their unsubscribe links, or the server's refusal. Throws `ConnectionError`. */
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

const subscribers = defineAdminList<Subscriber>({
  name: 'subscribers',
  caption: msg`Subscribers`,
  // the specification sends no token here; our server requires an administrator, since the addresses are private
  call: (api, query, { signal }) => api.call('listSubscribers', { query, signal }),
  empty: () => <Trans>Nobody has subscribed yet.</Trans>,
  columns: [
    {
      title: msg({ message: 'Email', comment: 'label of a field' }),
      kind: 'heading',
      cell: (row) => <CellText>{row.email}</CellText>,
    },
    {
      title: msg({ message: 'Since', comment: 'column: when somebody subscribed' }),
      cell: (row) => <Time at={row.created_at} />,
    },
  ],
  rowActions: (row, list) => <DeleteButton name={row.email} onClick={() => list.onAsk(row)} />,
  remove: {
    call: (api, { _id: id }) => api.call('deleteSubscriber', { params: { id } }),
    Text: ({ row }) => (
      <p>
        <Trans>{row.email} will no longer get the newsletter.</Trans>
      </p>
    ),
  },
})

export function SubscribersPage() {
  const { t } = useLingui()
  return (
    <Page title={t`Subscribers`} actions={<ExportSubscribers />}>
      <AdminList of={subscribers} />
    </Page>
  )
}
