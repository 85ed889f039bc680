import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { takeEndingOffers } from '../data/orders/ending-offers.ts'
import type { Deps } from '../data/use-deps.tsx'
import { toast } from '../ui/feedback/toaster.tsx'
import { openText } from './order-news.ts'
import { watchQuery } from './watch-query.ts'

/** How often an open page looks whether the next day has come, ms. */
const lookInterval = 3_600_000

const endingText = msg({
  message: 'The offer for your request {reference} expires tomorrow.',
  comment: '{reference} stays as it is: the number of the request, e.g. Q-7F3K-92MX',
})

/**
 * Tells the buyer once of each open offer that expires tomorrow, also without a connection. Looks whenever the saved orders
 * change, when the page is looked at, and every hour.
 */
export function tellEndingOffers({ db, clock }: Pick<Deps, 'db' | 'clock'>, i18n: I18n, signal: AbortSignal): void {
  const look = async () => {
    if (document.visibilityState !== 'visible') return
    for (const { order } of await takeEndingOffers(db, clock.now())) {
      const filled = { ...endingText, values: { reference: order.reference } }
      const onClick = () => {
        location.hash = `#/order/${order._id}`
      }
      toast({ title: i18n._(filled), action: { label: i18n._(openText), onClick } })
    }
  }
  // without a database there are no orders
  const start = () => void look().catch(() => undefined)
  const timer = setInterval(start, lookInterval)
  signal.addEventListener('abort', () => clearInterval(timer))
  document.addEventListener('visibilitychange', start, { signal })
  watchQuery(() => db.orders.count(), start, signal)
}
