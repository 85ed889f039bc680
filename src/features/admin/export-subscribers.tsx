import { Button } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import type { Subscriber } from '../../../contract/subscribers.ts'
import type { Api } from '../../api/client.ts'
import type { Refusal } from '../../api/errors.ts'
import { useDeps } from '../../ui/deps.tsx'
import { csvText } from './csv.ts'
import { useExport } from './use-export.ts'

/**
 * All subscribers as CSV, each with an unsubscribe link, or the server's refusal. `origin`: the origin of the shop's
 * address. Throws `ConnectionError`.
 */
export async function subscribersCsv(api: Api, origin: string): Promise<string | Refusal> {
  const found = new Map<string, Subscriber>()
  for (let page = 1; ; page++) {
    const reply = await api.call('listSubscribers', { query: { page, per_page: limits.perPageMax } })
    if (!reply.ok) return reply.refusal
    for (const row of reply.body) found.set(row._id, row)
    // a page past the end repeats the last page
    if (reply.total === undefined || page * limits.perPageMax >= reply.total) break
  }
  const rows = [...found.values()].map(({ email, created_at, unsubscribe }) => [
    email,
    created_at,
    unsubscribe && new URL(unsubscribe, origin).href,
  ])
  return csvText([['email', 'since', 'unsubscribe'], ...rows])
}

/** Exports all subscribers as a CSV file for the newsletter tool. */
export function ExportSubscribers() {
  const { t } = useLingui()
  const { api } = useDeps()
  const saveExport = useExport('subscribers')
  const [isBusy, setBusy] = useState(false)
  const start = async () => {
    setBusy(true)
    const exported = saveExport('csv', () => subscribersCsv(api, location.origin))
    await exported.finally(() => setBusy(false))
  }
  return <Button loading={isBusy} onClick={() => void start()}>{t`Export CSV`}</Button>
}
