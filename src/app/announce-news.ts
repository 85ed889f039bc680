import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { hasRight } from '../../contract/accounts.ts'
import { mustShowPush } from '../db/push-subscription.ts'
import type { Deps } from '../db/use-deps.tsx'
import { getValue } from '../db/values.ts'
import { pause } from '../lib/cancel.ts'
import { type BroughtNews, newsOf, type OrderNews } from '../sync/order-news.ts'
import { toast } from '../ui/feedback/toaster.tsx'

/** The time that a screen which shows the order has to mark it as opened, also in another window, ms. */
const markTime = 600
/** More news than this are counted. */
const shownNews = 2

export const openText = msg({ message: 'Open', context: 'button of a notice: shows the request that it is about' })

/**
 * Tells in a toast what the other side has done while the page is visible, unless a screen or a push message that the
 * browser had to show says it already. What came while the page was hidden is shown as new in the lists.
 */
export function tellNews(
  { db, clock, orderPulls }: Pick<Deps, 'db' | 'clock' | 'orderPulls'>,
  i18n: I18n,
  signal: AbortSignal,
): void {
  const isVisible = () => document.visibilityState === 'visible'
  let looksSince = clock.now()
  const look = () => {
    if (isVisible()) looksSince = clock.now()
  }
  document.addEventListener('visibilitychange', look, { signal })
  async function tell(brought: BroughtNews) {
    const found = newsOf(brought, looksSince)
    if (found.length === 0 || !isVisible()) return
    await pause(markTime, signal)
    const isPushed = mustShowPush() && (await getValue(db, 'push'))?.userId === brought.session.userId
    if (signal.aborted || isPushed) return
    const news: OrderNews[] = []
    for (const each of found) if (!(await isTold(each, brought.session.userId))) news.push(each)
    if (news.length > shownNews) {
      const count = news.length
      toast({ title: i18n._(msg`${plural(count, { one: 'News on # request', other: 'News on # requests' })}`) })
      return
    }
    for (const each of news)
      toast({
        title: textOf(each, hasRight(brought.session, 'orders'), i18n),
        action: { label: i18n._(openText), onClick: () => open(each) },
      })
  }
  /** Whether the order's own screen, in this window or in another one, or the board marks it already. */
  async function isTold({ order, event }: OrderNews, userId: string): Promise<boolean> {
    if (location.hash.startsWith(`#/order/${order._id}`)) return true
    if (!event) return location.hash.startsWith('#/admin/order')
    const row = await db.orders.get([userId, order._id])
    return row === undefined || (row.opened ?? 0) >= event.seq
  }
  signal.addEventListener(
    'abort',
    orderPulls.onNews((brought) => void tell(brought).catch(() => undefined)),
  )
}

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
