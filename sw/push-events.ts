import { hasRight } from '../contract/accounts.ts'
import type { Locale } from '../contract/locales.ts'
import { type PushPayload, parsePushPayload } from '../contract/sw-messages.ts'
import { askForPull, getValue } from '../src/db/database.ts'
import { mustShowPush, savePushSubscription } from '../src/db/push-subscription.ts'
import { getSession } from '../src/db/session.ts'
import { within } from '../src/lib/cancel.ts'
import { attempt } from '../src/lib/record.ts'
import { getActivity, showBadge } from '../src/sync/activity.ts'
import { pullOwnOrders } from '../src/sync/order-feed.ts'
import { unlessPage } from './sync-events.ts'
import { api, clock, db, isAnyPageVisible, untilLeft } from './worker-env.ts'

declare const self: ServiceWorkerGlobalScope

/** Not in the app's catalogs: the worker needs these texts in the language of the message, even with no page open. */
const texts: Record<Locale, (reference: string) => string> = {
  en: (reference) => `There is news on the request ${reference}.`,
  fr: (reference) => `Il y a du nouveau pour la demande ${reference}.`,
  es: (reference) => `Hay novedades sobre la solicitud ${reference}.`,
}

const stockTexts: Record<Locale, (product: string) => string> = {
  en: (product) => `${product} is in stock again.`,
  fr: (product) => `${product} est de nouveau en stock.`,
  es: (product) => `${product} vuelve a estar en existencias.`,
}

/** TypeScript's types do not have this event yet. */
interface SubscriptionChange extends ExtendableEvent {
  readonly newSubscription?: PushSubscription | null
  readonly oldSubscription?: PushSubscription | null
}

/** Handles push messages, and renews a subscription that the browser has replaced. */
export function listenToPush(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('push', (event) =>
    event.waitUntil(showNews(attempt(() => parsePushPayload(event.data?.json())))),
  )
  worker.addEventListener('pushsubscriptionchange', (event) => {
    // the browser fires this event with these fields
    const { newSubscription, oldSubscription } = event as SubscriptionChange
    // without an answer, the page renews it at its next start
    event.waitUntil(untilLeft(renew(newSubscription, oldSubscription)).catch(() => undefined))
  })
}

/** Timeout of the pull before the notification, ms: browsers want to see that soon. */
const pullTimeout = 3000

/** Pulls the orders, in the page that works for this device or here, and shows a notification unless a page is visible, which announces it itself. */
async function showNews(payload: PushPayload | undefined): Promise<void> {
  const pull = unlessPage(() => pullOwnOrders({ db, api, clock }))
    .then((result) => (result === 'busy' ? askForPull(db, ['orders']) : undefined))
    .catch(() => undefined)
  await within(pullTimeout, pull)
  if ((await isAnyPageVisible()) && !mustShowPush()) return
  const icon = 'icon-192.png'
  // browsers require a notification also for an unreadable message
  if (!payload) return self.registration.showNotification('Quayside', { icon, data: { open: './#/Order' } })
  const { reference, language, product } = payload
  const data = { open: product ? `./#/products/${encodeURIComponent(product)}` : await addressOf(reference) }
  const body = (product ? stockTexts : texts)[language](reference)
  await self.registration.showNotification('Quayside', { body, lang: language, tag: reference, icon, data })
  await pull
  showBadge(await getActivity(db))
}

/** The page of the order, where it is saved; else the list of orders. */
async function addressOf(reference: string): Promise<string> {
  const session = await getSession(db).catch(() => undefined)
  if (!session) return './#/Order'
  const saved = await db.orders
    .where('userId')
    .equals(session.userId)
    .filter(({ order }) => order.reference === reference)
    .first()
    .catch(() => undefined)
  if (saved) return `./#/order/${saved._id}`
  return hasRight(session, 'orders') ? './#/admin/order' : './#/Order'
}

async function renew(replacement?: PushSubscription | null, old?: PushSubscription | null): Promise<void> {
  const [saved, session] = [await getValue(db, 'push'), await getSession(db)]
  if (!saved || session?.userId !== saved.userId) return
  const subscription = replacement ?? (old && (await self.registration.pushManager.subscribe(old.options)))
  if (subscription) await savePushSubscription({ db, api }, { subscription, session, language: saved.language })
}
