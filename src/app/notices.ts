import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { orderReference } from '../../contract/fields.ts'
import { nameIn, toLocale } from '../../contract/locales.ts'
import type { Side } from '../../contract/order-events.ts'
import { getValue, putValue, type ShopDatabase, watchQuery } from '../db/database.ts'
import { mustShowPush } from '../db/push-subscription.ts'
import { fetchProduct } from '../db/read-products.ts'
import type { OutboxRow } from '../db/rows.ts'
import { getSession } from '../db/session.ts'
import type { Deps } from '../db/use-deps.tsx'
import { pause } from '../lib/cancel.ts'
import { type Activity, getActivity, type OrderNews, showBadge } from '../sync/activity.ts'
import { isVisible, type PageEngine } from '../sync/page-engine.ts'
import { toast } from '../ui/feedback/toaster.tsx'

/** The time that a screen which shows the order has to mark it as opened, also in another window, ms. */
const markTime = 600
/** More news than this are counted. */
const shownNews = 2
/** How often an open page looks whether the next day has come, ms. */
const lookInterval = 3_600_000

const openText = msg({ message: 'Open', context: 'button of a notice: shows the request that it is about' })
const sentText = msg({ message: 'Your request {reference} was sent.', comment: '{reference}: its number, Q-7F3K-92MX' })
const attentionText = msg({ message: 'Your request {reference} needs your attention.' })
const stockText = msg({ message: 'The stock of {name} needs your attention.', comment: '{name} is a product' })
const endingText = msg({ message: 'The offer for your request {reference} expires tomorrow.' })

function textOf(i18n: I18n, text: MessageDescriptor, values: Record<string, string>): string {
  // a variable, since Lingui's extractor cannot read a spread inside the call
  const filled = { ...text, values }
  return i18n._(filled)
}

/** Whether the screen of a request is open. */
const isOpen = (order: string) => location.hash.startsWith(`#/order/${order}`)

type Noticed = Pick<Deps, 'db' | 'api' | 'clock'> & { engine: Pick<PageEngine, 'isWorking'> }

/**
 * Tells in toasts, while the page is visible, what became of entries that had to wait, what the other side has done, and which offers
 * expire tomorrow; and counts on the app's icon pending entries and unopened news.
 */
export function watchNotices(deps: Noticed, i18n: I18n, signal: AbortSignal): void {
  const { db, clock } = deps
  const followEntries = followOutcomes((row, hasWaited) => {
    if (hasWaited && isVisible()) announceOutcome(row, i18n)
    // after the verdict on a review or a stock, the product on the server may differ from the saved one
    if ('fishe' in row.payload) void fetchProduct(deps, row.payload.fishe).catch(() => undefined)
  })
  const announceNews = newsAnnouncer(deps, i18n, signal)
  const onEnding = async () => {
    if (!isVisible() || !(await getSession(db))) return
    const { takeEndingOffers } = await import('../db/read-orders.ts')
    for (const { order } of await takeEndingOffers(db, clock.now())) {
      const title = textOf(i18n, endingText, { reference: order.reference })
      toast({ title, action: openAction(order._id, i18n) })
    }
  }
  // without a database there are no orders
  const lookForEnding = () => void onEnding().catch(() => undefined)
  const timer = setInterval(lookForEnding, lookInterval)
  signal.addEventListener('abort', () => clearInterval(timer))
  document.addEventListener('visibilitychange', lookForEnding, { signal })
  const onActivity = (activity: Activity) => {
    showBadge(activity)
    followEntries(activity.entries)
    void announceNews(activity).catch(() => undefined)
    lookForEnding()
  }
  watchQuery(() => getActivity(db), onActivity, signal)
}

const openAction = (order: string, i18n: I18n) => ({
  label: i18n._(openText),
  onClick: () => {
    location.hash = `#/order/${order}`
  },
})

/** Calls `onOutcome` when an entry is sent or refused that was under way before; `hasWaited`: for a login, or after a failed try. */
function followOutcomes(onOutcome: (row: OutboxRow, hasWaited: boolean) => void) {
  /** by first ids, since an entry may be sent under another one */
  const underWay = new Map<string, boolean>()
  return (rows: readonly OutboxRow[]) => {
    for (const row of rows) {
      const id = row.from ?? row.id
      const hasWaited = underWay.get(id)
      const isOver = row.state === 'done' || row.state === 'attention'
      if (!isOver) underWay.set(id, hasWaited || row.state === 'waiting-login' || row.problem !== undefined)
      else if (underWay.delete(id)) onOutcome(row, hasWaited === true)
    }
  }
}

function announceOutcome({ id, state, payload }: OutboxRow, i18n: I18n): void {
  const isRefused = state === 'attention'
  if (payload.kind === 'order') {
    const title = textOf(i18n, isRefused ? attentionText : sentText, { reference: orderReference(id) })
    toast({ title, kind: isRefused ? 'error' : 'success' })
  }
  // a sent event already shows in its order, and a refused one says why where its order is open
  if (payload.kind === 'order-event' && isRefused && !isOpen(payload.order))
    toast({ title: textOf(i18n, attentionText, payload.display), kind: 'error' })
  if (payload.kind === 'stock' && isRefused) {
    const name = nameIn(payload.display, toLocale(i18n.locale) ?? 'en')
    toast({ title: textOf(i18n, stockText, { name }), kind: 'error' })
  }
}

/**
 * Returns a function that announces news which came while the page was visible (the lists mark the others), unless a screen or a push
 * message has announced it. Of several visible windows the one that works for the device announces.
 */
function newsAnnouncer({ db, clock, engine }: Noticed, i18n: I18n, signal: AbortSignal) {
  const announced = new Set<string>()
  let looksSince = clock.now()
  const look = () => {
    if (isVisible()) looksSince = clock.now()
  }
  document.addEventListener('visibilitychange', look, { signal })
  const keyOf = ({ order, at }: OrderNews) => `${order._id} ${at}`
  /** Whether the order's own screen, in this window or in another one, or the board marks it already. */
  async function isMarked({ order, event }: OrderNews, userId: string): Promise<boolean> {
    if (isOpen(order._id)) return true
    if (!event) return location.hash.startsWith('#/admin/order')
    const row = await db.orders.get([userId, order._id])
    return row === undefined || (row.opened ?? 0) >= event.seq
  }
  return async ({ news, userId, side, ahead }: Activity) => {
    const found = news.filter((one) => one.at >= looksSince + ahead && !announced.has(keyOf(one)))
    for (const one of found) announced.add(keyOf(one))
    if (found.length === 0 || !isVisible() || !engine.isWorking) return
    await pause(markTime, signal)
    const isPushed = mustShowPush() && (await getValue(db, 'push'))?.userId === userId
    if (signal.aborted || isPushed) return
    const shown: OrderNews[] = []
    for (const one of found) if (!(await isMarked(one, userId))) shown.push(one)
    if (shown.length > shownNews) {
      const count = shown.length
      toast({ title: i18n._(msg`${plural(count, { one: 'News on # request', other: 'News on # requests' })}`) })
      return
    }
    for (const { order, event } of shown) {
      const text = newsTexts[side][event?.kind ?? 'request'] ?? newsTexts[side].other
      const title = textOf(i18n, text, { reference: order.reference, name: order.user.name })
      toast({ title, action: openAction(order._id, i18n) })
    }
  }
}

/** What the other side has done, by the kind of its event; `request`: the order itself. */
const newsTexts: Record<Side, Record<string, MessageDescriptor> & { other: MessageDescriptor }> = {
  buyer: {
    offer: msg({ message: 'There is an offer for your request {reference}.' }),
    message: msg({ message: 'There is a message on your request {reference}.' }),
    other: msg({ message: 'There is news on your request {reference}.' }),
  },
  shop: {
    request: msg({ message: 'New request {reference} from {name}' }),
    message: msg({ message: 'Message from {name} on {reference}' }),
    accept: msg({ message: '{name} has accepted the offer for {reference}' }),
    decline: msg({ message: '{name} has declined the offer for {reference}' }),
    other: msg({ message: 'News from {name} on {reference}' }),
  },
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
