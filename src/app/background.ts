import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { toLocale } from '../../contract/locales.ts'
import { logoIcon, type ShopSettings } from '../../contract/shop.ts'
import { getValue } from '../db/key-value.ts'
import { isUnsent } from '../db/outbox-rows.ts'
import { getCatalogueState, saveSentStock } from '../db/products.ts'
import { getSavedShop } from '../db/pull-shop.ts'
import { endPush } from '../db/push.ts'
import { savePushSubscription } from '../db/push-subscription.ts'
import { takeEndingOffers } from '../db/read-orders.ts'
import { fetchProduct } from '../db/read-products.ts'
import type { ShopDatabase } from '../db/schema.ts'
import { adoptUserInfo, getSession, getToken, hasEnded } from '../db/session.ts'
import type { Deps } from '../db/use-deps.tsx'
import { watchQuery } from '../db/wait-for-value.ts'
import { userInfoKey } from '../lib/local-storage.ts'
import { countForBadge, showBadge } from '../sync/activity.ts'
import { watchConnection } from '../sync/connection.ts'
import { type PageEngine, pageJobs } from '../sync/page-engine.ts'
import { startWorker, tellWorker, watchInput } from '../sync/worker.ts'
import { toast } from '../ui/feedback/toaster.tsx'
import { watchInstallPrompt } from '../ui/install.tsx'
import { whenIdle } from '../ui/schedule.ts'
import { announceNews, openText } from './announce-news.ts'
import { type AboutProduct, saveWorkerTexts, watchProductEntries, watchSending } from './sent-notices.ts'

const syncTag = 'outbox'

/** TypeScript's types do not have Background Sync yet. */
interface SyncManager {
  register(tag: string): Promise<void>
}

/**
 * Counts queued entries and unread answers on the app's icon. While requests or files are queued, registers a Background Sync, again
 * at every start and whenever the page is hidden, since an earlier one may have fired.
 */
export function watchWaiting({ db }: Pick<Deps, 'db'>, signal: AbortSignal): void {
  let waiting = 0
  const onHidden = () => {
    if (waiting > 0 && document.visibilityState === 'hidden') void registerSync()
  }
  document.addEventListener('visibilitychange', onHidden, { signal })
  watchQuery(
    async () => {
      const rows = await db.outbox.toArray()
      return rows.filter(isUnsent).length + (await db.files.where('kind').equals('out').count())
    },
    (count) => {
      if (count > waiting) void registerSync()
      waiting = count
    },
    signal,
  )
  watchQuery(() => countForBadge(db), showBadge, signal)
}

/** Safari and Firefox have no Background Sync; there only the page's own triggers send. */
async function registerSync(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.ready
  // browsers with Background Sync have this property
  const manager = 'sync' in registration ? (registration.sync as SyncManager) : undefined
  await manager?.register(syncTag).catch(() => undefined)
}

/**
 * Shows the shop's logo in the tab, and calls `onChange` when the saved settings have another version than those that the page
 * opened with, and at each change after that.
 */
export function watchShop(
  { db, version, signal }: { db: ShopDatabase; version: number; signal: AbortSignal },
  onChange: () => void,
): void {
  let shown = version
  watchQuery(
    () => getSavedShop(db),
    (shop) => {
      if (!shop) return
      showIcons(shop)
      if (shown !== shop.version) onChange()
      shown = shop.version
    },
    signal,
  )
}

function showIcons({ logo }: ShopSettings): void {
  for (const [rel, icon] of [
    ['icon', 'small'],
    ['apple-touch-icon', 'apple'],
  ] as const) {
    const link = document.head.querySelector<HTMLLinkElement>(`link[rel="${rel}"]`)
    const address = logoIcon(logo, icon)
    if (!link || !address || link.getAttribute('href') === address) continue
    link.removeAttribute('type')
    link.href = address
  }
}

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

/**
 * Renews this browser's push subscription at the shop after a new login of the same user, since it ended with the earlier
 * session, and after a change of language. Another user's subscription ends.
 */
export function renewPush({ db, api }: Pick<Deps, 'db' | 'api'>, i18n: I18n, signal: AbortSignal): void {
  const renew = async () => {
    const [saved, session] = [await getValue(db, 'push'), await getSession(db)]
    if (!saved || !session) return
    if (saved.userId !== session.userId) return endPush({ db })
    const language = toLocale(i18n.locale) ?? saved.language
    if (saved.token === session.token && saved.language === language) return
    const registration = await navigator.serviceWorker?.getRegistration()
    const subscription = await registration?.pushManager?.getSubscription()
    if (subscription) await savePushSubscription({ db, api }, { subscription, session, language })
  }
  // without an answer, the next start or login tries again
  const start = () => void renew().catch(() => undefined)
  // the first value comes at the start, later ones with a login or logout
  watchQuery(() => getToken(db), start, signal)
  signal.addEventListener('abort', i18n.on('change', start))
}

/** Has the worker save the home page in the chosen language: the next start shows it before scripts run (sw/start-page.ts). */
function saveStartPage(i18n: I18n): void {
  const locale = toLocale(i18n.locale)
  if (locale) whenIdle(() => tellWorker({ kind: 'SAVE_START_PAGE', locale }))
}

/** Saves it now, after each change of language, and when a worker starts to control the page. */
export function watchStartPage(i18n: I18n, signal: AbortSignal): void {
  const save = () => saveStartPage(i18n)
  signal.addEventListener('abort', i18n.on('change', save))
  navigator.serviceWorker?.addEventListener('controllerchange', save, { signal })
  save()
}

/**
 * Calls `onChange` after each change of the saved catalogue, also after its first fill, whichever tab or worker pulled it, even
 * if that pull was interrupted after some pages. A pull after `opened` (ms since 1970) counts as a change: the screens may have
 * read before it.
 */
export function watchCatalogue(
  { db, opened, signal }: { db: ShopDatabase; opened: number; signal: AbortSignal },
  onChange: () => void,
): void {
  let shown: { cursor: string | undefined } | undefined
  watchQuery(
    () => getCatalogueState(db),
    (state) => {
      // an incomplete copy is not shown
      const usable = state?.complete ? state : undefined
      const isChanged = shown ? shown.cursor !== usable?.cursor : (state?.at ?? 0) > opened
      shown = { cursor: usable?.cursor }
      if (isChanged && usable) onChange()
    },
    signal,
  )
}

/** Asks the browser once for persistent storage, as soon as there is a draft or an outbox entry to lose. */
export function persistStorage(db: ShopDatabase, signal: AbortSignal): void {
  if (!navigator.storage?.persist) return
  let isAsked = false
  const ask = (count: number) => {
    if (count > 0 && !isAsked) void askToPersist().catch(() => undefined)
    isAsked ||= count > 0
  }
  watchQuery(async () => (await db.outbox.count()) + (await db.drafts.count()), ask, signal)
}

async function askToPersist(): Promise<void> {
  // the screen /offline shows the browser's answer; nothing else depends on it
  if (!(await navigator.storage.persisted())) await navigator.storage.persist()
}

interface Background {
  deps: Deps
  engine: PageEngine
  i18n: I18n
  /** of the settings that the page opened with */
  shopVersion: number
  /** ends it all; a page runs until it is closed */
  signal: AbortSignal
}

/** After the verdict on a review or a stock, the product on the server may differ from the saved one. */
async function refreshProduct(deps: Deps, payload: AboutProduct, state: 'done' | 'attention'): Promise<void> {
  const { fishe } = payload
  if (payload.kind === 'stock' && state === 'done') await saveSentStock(deps.db, { fishe, ...payload.body })
  await fetchProduct(deps, fishe)
}

/**
 * Follows a login or logout in another tab, and the end of the session by the server: then it calls `onSession`, so that the
 * route guards check again.
 */
export function watchSession({ db }: Pick<Deps, 'db'>, onSession: () => void, signal: AbortSignal): void {
  const follow = (event: StorageEvent) => {
    if (event.key !== userInfoKey && event.key !== null) return
    void adoptUserInfo(db)
      .catch(() => undefined)
      .then(onSession)
  }
  addEventListener('storage', follow, { signal })
  watchQuery(
    () => hasEnded(db),
    (isEnded) => isEnded && onSession(),
    signal,
  )
}

/** Starts everything that runs without a screen for the life of the page. */
export function startBackground({ deps, engine, i18n, shopVersion, signal }: Background): void {
  startWorker()
  watchInstallPrompt()
  const { db, api } = deps
  // not while the first screen is being loaded
  whenIdle(() => engine.add(pageJobs(deps, engine, signal)))
  watchConnection(db, () => void api.call('health').catch(() => undefined), signal)
  watchWaiting(deps, signal)
  persistStorage(db, signal)
  watchSending(db, i18n, signal)
  watchProductEntries(db, (...answer) => void refreshProduct(deps, ...answer).catch(() => undefined), signal)
  saveWorkerTexts(db, i18n, signal)
  renewPush(deps, i18n, signal)
  announceNews({ ...deps, engine }, i18n, signal)
  tellEndingOffers(deps, i18n, signal)
  watchStartPage(i18n, signal)
  watchInput(signal)
  watchCatalogue({ db, opened: performance.timeOrigin, signal }, () => saveStartPage(i18n))
  watchShop({ db, version: shopVersion, signal }, () => saveStartPage(i18n))
}
