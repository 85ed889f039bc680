import { Button, Stack } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import type { Subscriber } from '../../../contract/inbox.ts'
import { limits } from '../../../contract/limits.ts'
import type { Api } from '../../api/client.ts'
import type { Refusal } from '../../api/errors.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { ExportStatus } from '../../ui/tables/export-status.tsx'
import type { TableValues } from '../../ui/tables/job.ts'
import { type Fetching, useExport } from '../../ui/tables/use-export.ts'

/**
 * All subscribers, each with an unsubscribe link, or the server's refusal. `origin`: the origin of the shop's address.
 * Throws `ConnectionError`.
 */
export async function subscriberRows(
  api: Api,
  origin: string,
  { signal, onProgress }: Fetching,
): Promise<TableValues | Refusal> {
  const found = new Map<string, Subscriber>()
  for (let page = 1; ; page++) {
    const reply = await api.call('listSubscribers', { query: { page, per_page: limits.perPageMax }, signal })
    if (!reply.ok) return reply.refusal
    for (const row of reply.body) found.set(row._id, row)
    onProgress(found.size, reply.total ?? found.size)
    // a page past the end repeats the last page
    if (reply.total === undefined || page * limits.perPageMax >= reply.total) break
  }
  const rows = [...found.values()].map(({ email, created_at, unsubscribe }) => [
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
