import { useRef } from 'react'
import type { OutboxRow } from '../../db/rows.ts'
import { NotSaved } from '../../sync/enqueue.ts'
import type { NewEntry } from '../../sync/entries.ts'
import { useDeps } from '../deps.tsx'

/** How long a form waits for the outcome before it says that its entry waits, ms. */
const outcomeTimeout = 8000

interface Sending {
  body: unknown
  save: () => Promise<OutboxRow>
  /** the outbox has it */
  taken: () => void
}

/**
 * Sends what a form holds as one entry of the outbox, and waits a moment for the outcome. Undefined when it could be
 * neither saved nor sent: the form has the only copy.
 */
export function useSingleSend(): (sending: Sending) => Promise<OutboxRow | undefined> {
  const { sync } = useDeps()
  const unsaved = useRef<NewEntry>(undefined)
  return async ({ body, save, taken }) => {
    const tried = unsaved.current
    unsaved.current = undefined
    try {
      // the same words again after a try without an answer are the same entry, under the same id
      if (tried && JSON.stringify(tried.payload.body) === JSON.stringify(body)) throw new NotSaved(tried, undefined)
      const saved = await save()
      taken()
      const row = (await sync.waitForOutcome(saved.id, { within: outcomeTimeout })) ?? saved
      // what was refused is in the form again, so its copy need not wait in the outbox
      if (row.state === 'attention') await sync.discard(row.id)
      return row
    } catch (error) {
      if (!(error instanceof NotSaved)) throw error
      const row = await sync.sendDirect(error.entry)
      if (row.state === 'done' || row.state === 'attention') return row
      unsaved.current = row
      return undefined
    }
  }
}
