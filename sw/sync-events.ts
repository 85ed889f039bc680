import { orderReference } from '../contract/fields.ts'
import { syncTag } from '../contract/sw-messages.ts'
import { filesOfKind, getValue } from '../src/db/database.ts'
import { endFileWaits } from '../src/db/files.ts'
import { getOutboxRow, isPending } from '../src/db/outbox-rows.ts'
import type { OutboxRow } from '../src/db/rows.ts'
import { cancelAfter, pause } from '../src/lib/cancel.ts'
import { getActivity, showBadge } from '../src/sync/activity.ts'
import { withLock } from '../src/sync/engine.ts'
import { createSender, type Drained } from '../src/sync/outbox.ts'
import { sendFiles } from '../src/sync/send-files.ts'
import { api, clock, db, isAnyPageVisible, left, untilLeft } from './worker-env.ts'

declare const self: ServiceWorkerGlobalScope

/** Limits, ms: of a wait for an entry or a file, of sending entries, of an event (Chromium: three minutes), of holding the lock for files. */
const longestWait = 5000
const longestRun = 60_000
const longestEvent = 150_000
const longestHold = 30_000

/** TypeScript's types do not have Background Sync yet. */
const { outbox } = createSender({ db, api, clock, mayBeAway: () => !self.navigator.onLine })

/** Runs `work` unless a page works for this device. */
export const unlessPage = <T>(work: () => Promise<T>): Promise<T | 'busy'> =>
  withLock(self.navigator.locks, { ifAvailable: true }, work)

export function listenToSync(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('sync', (event) => {
    // the browser fires this event with these fields
    const sync = event as ExtendableEvent & { readonly tag: string }
    if (sync.tag === syncTag) sync.waitUntil(untilLeft(sendOrAskAgain()))
  })
}

/** Sends the outbox, then the files. Rejects where a later try may help, so that the browser fires the event again. */
async function sendOrAskAgain(): Promise<void> {
  const { signal, done } = cancelAfter(longestEvent, left)
  try {
    await endFileWaits(db)
    for (;;) {
      const drained = await sendOutbox()
      const files = await unlessPage(() => sendSomeFiles(signal))
      const isLeft = drained === 'busy' ? (await openRows()).length > 0 : drained.next !== undefined
      if (files === undefined && !isLeft) return
      if (files === 'busy' && !isLeft && (await filesOfKind(db, 'out').count()) === 0) return
      if (files === undefined || files === 'busy' || files > longestWait || signal.aborted)
        throw new Error('Some requests or files wait for a better moment')
      await pause(files, signal)
    }
  } finally {
    done()
  }
}

async function sendSomeFiles(signal: AbortSignal): Promise<number | undefined> {
  const hold = cancelAfter(longestHold, signal)
  try {
    return await sendFiles({ db, api, clock }, hold.signal)
  } finally {
    hold.done()
  }
}

/** Sends the outbox, unless a page is sending, and shows notifications of the outcome when no page is visible. */
export async function sendOutbox(): Promise<Drained | 'busy'> {
  const before = await openRows()
  await outbox.endWaits('unanswered')
  const drained = await unlessPage(drainUntilLater)
  const finished = await finishedOf(before)
  if (finished.length > 0) showBadge(await getActivity(db))
  await notify(finished)
  return drained
}

/** Drains until the next entry is not due soon: the browser would fire the event again only minutes later. */
async function drainUntilLater(): Promise<Drained> {
  const start = clock.now()
  for (;;) {
    const drained = await outbox.drain(left)
    const { next } = drained
    if (next === undefined || next > longestWait || Math.abs(clock.now() - start) > longestRun) return drained
    await pause(next + 20, left)
    if (left.aborted) return drained
  }
}

async function openRows(): Promise<OutboxRow[]> {
  return (await db.outbox.toArray()).filter((row) => isPending(row) && row.state !== 'attention')
}

async function finishedOf(before: OutboxRow[]): Promise<OutboxRow[]> {
  const after = await Promise.all(before.map(({ id }) => getOutboxRow(db, id)))
  return after.filter((row) => row !== undefined).filter(({ state }) => state === 'done' || state === 'attention')
}

async function notify(finished: OutboxRow[]): Promise<void> {
  if (finished.length === 0 || Notification.permission !== 'granted' || (await isAnyPageVisible())) return
  const texts = await getValue(db, 'worker-texts')
  if (!texts) return
  for (const row of finished) {
    const order = orderToNotify(row)
    if (order === undefined) continue
    const text = row.state === 'done' ? texts.sent : texts.attention
    await self.registration.showNotification(text.replace('{reference}', orderReference(order)), {
      tag: order,
      icon: 'icon-192.png',
      data: { open: `./#/order/${order}` },
    })
  }
}

/** The order that a notification is about: one that was sent or refused, or whose event was refused. */
function orderToNotify({ id, payload, state }: OutboxRow): string | undefined {
  if (payload.kind === 'order') return id
  return payload.kind === 'order-event' && state === 'attention' ? payload.order : undefined
}

/** Opens the request of a notification that was clicked. */
export function listenToNotifications(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close()
    const data: unknown = event.notification.data
    const path = typeof data === 'object' && data !== null && 'open' in data ? String(data.open) : './#/Order'
    const url = new URL(path, worker.registration.scope).href
    event.waitUntil(openPage(worker, url))
  })
}

async function openPage(worker: ServiceWorkerGlobalScope, url: string): Promise<void> {
  const [page] = await worker.clients.matchAll({ type: 'window' })
  if (!page) {
    await worker.clients.openWindow(url)
    return
  }
  await page.focus()
  await page.navigate(url)
}
