import { useLingui } from '@lingui/react/macro'
import type { OutboxRow } from '../db/rows.ts'
import { useDeps } from '../db/use-deps.tsx'
import { isQuota } from '../lib/caused-by.ts'
import { toast } from '../ui/feedback/toaster.tsx'

/** How long a form waits for the outcome before it reports the entry as pending, ms. */
const outcomeTimeout = 8000

/** Returns a function that saves an entry of the outbox. Undefined where the device cannot, which a toast says: the screen keeps what was typed. */
export function useSaveEntry(): <T>(save: () => Promise<T>) => Promise<T | undefined> {
  const { t } = useLingui()
  return async (save) => {
    try {
      return await save()
    } catch (error) {
      const title = isQuota(error)
        ? t`This could not be saved: the device has no room for it. What you typed is still here; keep this page open and try again.`
        : t`This could not be saved on this device.`
      toast({ title, kind: 'error' })
      return undefined
    }
  }
}

/** Returns a function that saves a form as one outbox entry and waits briefly for the outcome. Undefined as above. */
export function useSaveAndWait() {
  const { sync } = useDeps()
  const saveEntry = useSaveEntry()
  return async (save: () => Promise<OutboxRow>, onSaved: () => void): Promise<OutboxRow | undefined> => {
    const saved = await saveEntry(save)
    if (!saved) return undefined
    onSaved()
    const row = (await sync.waitForOutcome(saved.id, outcomeTimeout)) ?? saved
    // a refused entry is in the form again, so the outbox does not need it
    if (row.state === 'attention') await sync.discard(row.id)
    return row
  }
}
