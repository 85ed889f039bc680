import type { OutboxRow } from '../rows.ts'
import { type EventEntry, eventEntry } from './entries.ts'
import { bodySentAnyway, type Replacement, replaceEvent } from './order-events.ts'
import { mayTakeBack } from './outbox-steps.ts'
import type { OutboxAccess } from './outbox-types.ts'

/** What screens do with order events. Every id is a UUIDv7 made when the form or dialog opens (`sync.newId`). */
export function eventSending({ store, enqueue, wake, now }: OutboxAccess) {
  const replace = async (replacement: Omit<Replacement, 'now'>): Promise<OutboxRow | undefined> => {
    const row = await store.transact((all) => replaceEvent(all, { ...replacement, now: now() }, mayTakeBack))
    wake()
    return row
  }
  return {
    /**
     * Saves an event of an order (offer, withdrawal, acceptance, message …) and sends it when possible; until then the
     * thread shows it as not sent. The same id and body again change nothing. Throws `NotSaved`.
     */
    enqueueEvent: (event: EventEntry) => enqueue(eventEntry(event, now())),
    /**
     * 'Edit' of a refused or unsent event: replaces it by `body` under the id `newId`, at the same place in the queue. The old
     * entry stays until then. Undefined when it is gone or being sent.
     */
    replaceEvent: replace,
    /**
     * 'Send anyway': sends the same event again, now as an answer to the thread up to event number `after`, which is what the
     * screen showed. Undefined when the entry is gone, is being sent, or needs no such number.
     */
    async sendAnyway(row: OutboxRow, { newId, after }: { newId: string; after: number }) {
      const body = bodySentAnyway(row, after)
      return body && replace({ id: row.id, newId, body })
    },
    /** 'Ask to renew it': replaces an acceptance that came too late by a message. */
    askToRenew: (id: string, { newId, text }: { newId: string; text: string }) =>
      replace({ id, newId, body: { kind: 'message', text } }),
  }
}
