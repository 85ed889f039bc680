import type { OutboxRow } from '../db/rows.ts'
import { useDeps } from '../db/use-deps.tsx'
import { useSaveEntry } from '../ui/feedback/toaster.tsx'

/** How long a form waits for the outcome before it reports the entry as pending, ms. */
const outcomeTimeout = 8000

/** Returns a function that saves a form as one outbox entry and waits briefly for the outcome. Undefined where the device cannot save it. */
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
