import { Button } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import type { Subscriber } from '../../../contract/subscribers.ts'
import type { Api } from '../../api/client.ts'
import { ConnectionError, type Refusal } from '../../api/errors.ts'
import { useRefusalText } from '../../i18n/refusals.ts'
import { useDeps } from '../../ui/deps.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { toast } from '../../ui/toaster.tsx'
import { csvText } from './csv.ts'

/**
 * All subscribers as a CSV text, each with the link that ends the newsletter, or the server's refusal. `origin`: of the
 * shop's address. Throws `ConnectionError`.
 */
export async function subscribersCsv(api: Api, origin: string): Promise<string | Refusal> {
  const found = new Map<string, Subscriber>()
  for (let page = 1; ; page++) {
    const reply = await api.call('listSubscribers', { query: { page, per_page: limits.perPageMax } })
    if (!reply.ok) return reply.refusal
    for (const row of reply.body) found.set(row._id, row)
    // a page past the end answers the last page again
    if (reply.total === undefined || page * limits.perPageMax >= reply.total) break
  }
  const rows = [...found.values()].map(({ email, created_at, unsubscribe }) => [
    email,
    created_at,
    unsubscribe && new URL(unsubscribe, origin).href,
  ])
  return csvText([['email', 'since', 'unsubscribe'], ...rows])
}

/** Makes a CSV file for the tool that sends the newsletter. */
export function ExportSubscribers() {
  const { t } = useLingui()
  const { api, clock } = useDeps()
  const refusalText = useRefusalText()
  const [isBusy, setBusy] = useState(false)
  const start = async () => {
    setBusy(true)
    try {
      const made = await subscribersCsv(api, location.origin)
      const day = new Date(clock.now()).toISOString().slice(0, 10)
      if (typeof made === 'string') saveFile(`subscribers-${day}.csv`, made)
      else toast({ title: refusalText(made), kind: 'error' })
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error
      toast({ title: refusalText(error), kind: 'error' })
    } finally {
      setBusy(false)
    }
  }
  return <Button loading={isBusy} onClick={() => void start()}>{t`Export CSV`}</Button>
}
