import { useLingui } from '@lingui/react/macro'
import { NotSaved } from '../../data/outbox/enqueue.ts'
import { problemRefusal } from '../../data/outbox/problem-refusal.ts'
import type { OutboxRow } from '../../data/rows.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { useRefusalText } from '../../i18n/refusals.ts'
import { toast } from '../../ui/feedback/toaster.tsx'

/**
 * Returns a function that saves an entry of the outbox, and sends it directly where the device cannot save it. It returns the entry;
 * undefined when it could be neither saved nor sent: then the screen has the only copy, which a toast says.
 */
export function useSaveOrSend(): (save: () => Promise<OutboxRow>) => Promise<OutboxRow | undefined> {
  const { t } = useLingui()
  const { sync } = useDeps()
  const refusalText = useRefusalText()
  return async (save) => {
    try {
      return await save()
    } catch (error) {
      if (!(error instanceof NotSaved)) throw error
      const row = await sync.sendDirect(error.entry)
      if (row.state === 'done') return row
      if (row.state === 'attention' && row.problem)
        toast({ title: refusalText(problemRefusal(row.problem)), kind: 'error' })
      toast({ title: t`This is NOT saved: keep this page open and try again.`, kind: 'error' })
      return undefined
    }
  }
}
