import { Stack } from '@chakra-ui/react'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Subscriber } from '../../contract/inbox.ts'
import type { TableValues } from '../../contract/texts/csv.ts'
import type { Api } from '../api/api-client.ts'
import { useDeps } from '../db/use-deps.tsx'
import { AdminList, defineAdminList } from '../lists/admin-list.tsx'
import { ExportButton, type Fetching, fetchPages } from '../lists/exports.tsx'
import { DeleteButton } from '../lists/list-rows.tsx'
import { Time } from '../ui/date-text.tsx'
import { Page } from '../ui/page.tsx'
import { CellText } from '../ui/rows/table-cards.tsx'

/** All subscribers with their unsubscribe links. Throws `RefusedError` and `ConnectionError`. */
export async function subscriberRows(api: Api, origin: string, fetching: Fetching): Promise<TableValues> {
  const found = await fetchPages((query, signal) => api.call('listSubscribers', { query, signal }), fetching)
  const rows = found.map(({ email, created_at, unsubscribe }) => [
    email,
    created_at,
    unsubscribe ? new URL(unsubscribe, origin).href : '',
  ])
  return [['email', 'since', 'unsubscribe'], ...rows]
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
    Text: ({ row: { email } }) => <Trans>{email} will no longer get the newsletter.</Trans>,
  },
})

export function SubscribersPage() {
  const { t } = useLingui()
  const { api } = useDeps()
  return (
    <Page
      title={t`Subscribers`}
      actions={
        <Stack gap="3">
          <ExportButton
            list="subscribers"
            // the newsletter tool reads the same form in every language
            format={{ kind: 'csv', style: 'point' }}
            fetchRows={(fetching) => subscriberRows(api, location.origin, fetching)}
            alignSelf="flex-end"
          >{t`Export CSV`}</ExportButton>
        </Stack>
      }
    >
      <AdminList of={subscribers} />
    </Page>
  )
}
