import { Button, Stack } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import type { Api } from '../../api/client.ts'
import type { Refusal } from '../../api/errors.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { ExportStatus } from '../../parts/lists/export-status.tsx'
import { fetchPages } from '../../parts/lists/fetch-pages.ts'
import { type Fetching, useExport } from '../../parts/lists/use-export.ts'
import type { TableValues } from '../../ui/tables/job.ts'

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
export function ExportSubscribers() {
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
