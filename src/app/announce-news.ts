import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { getValue } from '../db/key-value.ts'
import { mustShowPush } from '../db/push-subscription.ts'
import type { Deps } from '../db/use-deps.tsx'
import { watchQuery } from '../db/wait-for-value.ts'
import { pause } from '../lib/cancel.ts'
import { type Activity, getActivity, type OrderNews } from '../sync/activity.ts'
import type { PageEngine } from '../sync/page-engine.ts'
import { toast } from '../ui/feedback/toaster.tsx'

/** The time that a screen which shows the order has to mark it as opened, also in another window, ms. */
const markTime = 600
/** More news than this are counted. */
const shownNews = 2

export const openText = msg({ message: 'Open', context: 'button of a notice: shows the request that it is about' })

/**
 * Announces in a toast what the other side has done while the page is visible, unless a screen or a push message that the
 * browser had to show says it already. What came while the page was hidden is shown as new in the lists. Of several visible
 * windows the one that works for the device announces.
 */
export function announceNews(
  { db, clock, engine }: Pick<Deps, 'db' | 'clock'> & { engine: Pick<PageEngine, 'isWorking'> },
  i18n: I18n,
  signal: AbortSignal,
): void {
  const isVisible = () => document.visibilityState === 'visible'
  const announced = new Set<string>()
  let looksSince = clock.now()
  const look = () => {
    if (isVisible()) looksSince = clock.now()
  }
  document.addEventListener('visibilitychange', look, { signal })
  async function announce({ news, userId, side, ahead }: Activity) {
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
    for (const one of shown)
      toast({
        title: textOf(one, side === 'shop', i18n),
        action: { label: i18n._(openText), onClick: () => open(one) },
      })
  }
  /** Whether the order's own screen, in this window or in another one, or the board marks it already. */
  async function isMarked({ order, event }: OrderNews, userId: string): Promise<boolean> {
    if (location.hash.startsWith(`#/order/${order._id}`)) return true
    if (!event) return location.hash.startsWith('#/admin/order')
    const row = await db.orders.get([userId, order._id])
    return row === undefined || (row.opened ?? 0) >= event.seq
  }
  const onActivity = (activity: Activity | undefined) => void (activity && announce(activity).catch(() => undefined))
  watchQuery(() => getActivity(db), onActivity, signal)
}

const keyOf = ({ order, at }: OrderNews) => `${order._id} ${at}`

function open({ order }: OrderNews): void {
  location.hash = `#/order/${order._id}`
}

function textOf({ order, event }: OrderNews, isStaff: boolean, i18n: I18n): string {
  const text = isStaff ? shopText(event?.kind) : buyerText(event?.kind)
  const filled = { ...text, values: { reference: order.reference, name: order.user.name } }
  return i18n._(filled)
}

const named = '{reference} stays as it is: the number of the request, e.g. Q-7F3K-92MX; {name} is the buyer'

function buyerText(kind: string | undefined): MessageDescriptor {
  if (kind === 'offer') return msg({ message: 'There is an offer for your request {reference}.', comment: named })
  if (kind === 'message') return msg({ message: 'There is a message on your request {reference}.', comment: named })
  return msg({ message: 'There is news on your request {reference}.', comment: named })
}

function shopText(kind: string | undefined): MessageDescriptor {
  if (kind === undefined) return msg({ message: 'New request {reference} from {name}', comment: named })
  if (kind === 'message') return msg({ message: 'Message from {name} on {reference}', comment: named })
  if (kind === 'accept') return msg({ message: '{name} has accepted the offer for {reference}', comment: named })
  if (kind === 'decline') return msg({ message: '{name} has declined the offer for {reference}', comment: named })
  return msg({ message: 'News from {name} on {reference}', comment: named })
}
