import type { OutboxRow } from '../db/rows.ts'
import { type EventEntry, eventEntry, type NewEntry } from './entries.ts'
import { bodySentAnyway, type Replacement, replaceEvent } from './order-events.ts'
import { mayTakeBack } from './outbox-steps.ts'
import type { OutboxStore } from './outbox-types.ts'

interface Hands {
  store: OutboxStore
  enqueue: (entry: NewEntry) => Promise<OutboxRow>
  wake: () => void
  now: () => number
}

/** What screens do with events of orders. Every id is a UUIDv7 made when the form or dialog opens (`sync.newId`). */
export function eventSending({ store, enqueue, wake, now }: Hands) {
  const replace = async (what: Omit<Replacement, 'now'>): Promise<OutboxRow | undefined> => {
    const row = await store.transact((all) => replaceEvent(all, { ...what, now: now() }, mayTakeBack))
    wake()
    return row
  }
  return {
    /**
     * Saves what a side says on a request, and sends it when it can: offer, withdrawal, acceptance, message … Until the
     * server has it the thread shows it as not sent yet. Throws `NotSaved`. The same id and body again change nothing.
     */
    enqueueEvent: (event: EventEntry) => enqueue(eventEntry(event, now())),
    /**
     * 'Edit' of a refused or untried event: says `body` in its place, under the id `newId`; what waits behind it stays
     * behind. Until then the old entry stays, so that nothing typed is lost. Undefined when it is gone or on its way.
     */
    replaceEvent: replace,
    /**
     * 'Send anyway': the same once more by somebody who has seen the thread up to the event number `after`, which is what
     * the screen showed. Undefined when the entry is gone, on its way, or needs no such number.
     */
    async sendAnyway(row: OutboxRow, { newId, after }: { newId: string; after: number }) {
      const body = bodySentAnyway(row, after)
      return body && replace({ id: row.id, newId, body })
    },
    /** 'Ask to renew it': a message takes the place of an acceptance that came too late. */
    askToRenew: (id: string, { newId, text }: { newId: string; text: string }) =>
      replace({ id, newId, body: { kind: 'message', text } }),
  }
}
