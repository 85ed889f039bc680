import { useRef } from 'react'
import { NotSaved } from '../../data/outbox/enqueue.ts'
import type { NewEntry } from '../../data/outbox/entries.ts'
import type { OutboxRow } from '../../data/rows.ts'
import { useDeps } from '../../data/use-deps.tsx'

/** How long a form waits for the outcome before it reports the entry as pending, ms. */
const outcomeTimeout = 8000

interface Sending {
  body: unknown
  save: () => Promise<OutboxRow>
  /** called when the entry is in the outbox */
  onSaved: () => void
}

/**
 * Sends a form as one outbox entry and waits briefly for the outcome. Undefined if it could be neither saved nor sent: the
 * form has the only copy.
 */
export function useSingleSend(): (sending: Sending) => Promise<OutboxRow | undefined> {
  const { sync } = useDeps()
  const unsaved = useRef<NewEntry>(undefined)
  return async ({ body, save, onSaved }) => {
    const previous = unsaved.current
    unsaved.current = undefined
    try {
      // the same text after an attempt without an answer is the same entry, with the same id
      if (previous && JSON.stringify(previous.payload.body) === JSON.stringify(body))
        throw new NotSaved(previous, undefined)
      const saved = await save()
      onSaved()
      const row = (await sync.waitForOutcome(saved.id, { within: outcomeTimeout })) ?? saved
      // a refused entry is in the form again, so the outbox does not need it
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
