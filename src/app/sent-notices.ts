import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { orderReference } from '../../contract/fields.ts'
import { nameIn, toLocale } from '../../contract/locales.ts'
import { putValue } from '../db/key-value.ts'
import type { OutboxRow, ProductNames } from '../db/rows.ts'
import type { ShopDatabase } from '../db/schema.ts'
import { watchQuery } from '../db/wait-for-value.ts'
import { toast } from '../ui/feedback/toaster.tsx'

const sentText = msg({
  message: 'Your request {reference} was sent.',
  comment: '{reference} stays as it is: the number of the request, e.g. Q-7F3K-92MX',
})
const attentionText = msg({
  message: 'Your request {reference} needs your attention.',
  comment: '{reference} stays as it is: the number of the request, e.g. Q-7F3K-92MX',
})
const stockText = msg({ message: 'The stock of {name} needs your attention.', comment: '{name} is a product' })

const nameOf = (product: ProductNames, { locale }: I18n) => nameIn(product, toLocale(locale) ?? 'en')

function textOf(i18n: I18n, text: MessageDescriptor, values: Record<string, string>): string {
  // a variable, since Lingui's extractor cannot read a spread inside the call
  const filled = { ...text, values }
  return i18n._(filled)
}

/** Announces each entry that had to wait once it is sent or refused. One that went out at once is not announced. */
export function watchSending(db: ShopDatabase, i18n: I18n, signal: AbortSignal): void {
  const waited = new Set<string>()
  watchQuery(
    () => db.outbox.toArray(),
    (rows) => {
      for (const row of rows) {
        // an entry may be sent under another id than its first one
        const id = row.from ?? row.id
        if (hasWaited(row)) waited.add(id)
        else if (waited.delete(id)) announce(row, i18n)
      }
    },
    signal,
  )
}

/** Whether an entry waits for a login or has had a failed try. */
function hasWaited({ state, problem }: OutboxRow): boolean {
  return state === 'waiting-login' || ((state === 'queued' || state === 'sending') && problem !== undefined)
}

/** Whether the screen of a request is open. */
const isOpen = (order: string) => location.hash.startsWith(`#/order/${order}`)

function announce({ id, kind, state, payload }: OutboxRow, i18n: I18n): void {
  if (document.visibilityState !== 'visible') return
  // a sent event already shows in its order, and a refused one says why where its order is open
  if (payload.kind === 'order-event' && state === 'attention' && !isOpen(payload.order))
    toast({ title: textOf(i18n, attentionText, payload.display), kind: 'error' })
  if (payload.kind === 'stock' && state === 'attention')
    toast({ title: textOf(i18n, stockText, { name: nameOf(payload.display, i18n) }), kind: 'error' })
  if (kind !== 'order') return
  if (state === 'done') toast({ title: textOf(i18n, sentText, { reference: orderReference(id) }), kind: 'success' })
  if (state === 'attention')
    toast({ title: textOf(i18n, attentionText, { reference: orderReference(id) }), kind: 'error' })
}

/** Saves the worker's texts in the chosen language, now and after every change of language. */
export function saveWorkerTexts(db: ShopDatabase, i18n: I18n, signal: AbortSignal): void {
  const save = () => {
    const reference = '{reference}'
    const texts = { sent: textOf(i18n, sentText, { reference }), attention: textOf(i18n, attentionText, { reference }) }
    void putValue(db, 'worker-texts', texts).catch(() => undefined)
  }
  save()
  signal.addEventListener('abort', i18n.on('change', save))
}

/** What an outbox entry about a product carries. */
export type AboutProduct = Extract<OutboxRow['payload'], { kind: 'review' | 'stock' }>

/** Calls `onAnswer` when a review or a stock of the outbox is sent or refused. */
export function watchProductEntries(
  db: ShopDatabase,
  onAnswer: (payload: AboutProduct, state: 'done' | 'attention') => void,
  signal: AbortSignal,
): void {
  const open = new Set<string>()
  watchQuery(
    () => db.outbox.toArray(),
    (rows) => {
      for (const { id, payload, state } of rows) {
        if (payload.kind !== 'review' && payload.kind !== 'stock') continue
        if (state !== 'done' && state !== 'attention') open.add(id)
        else if (open.delete(id)) onAnswer(payload, state)
      }
    },
    signal,
  )
}
