import type { I18n } from '@lingui/core'
import { accentStyle } from '../../contract/accent.ts'
import { toLocale } from '../../contract/locales.ts'
import { logoIcon, type ShopSettings } from '../../contract/shop.ts'
import { syncTag } from '../../contract/sw-messages.ts'
import { filesOfKind, getValue, type ShopDatabase, watchQuery } from '../db/database.ts'
import { isUnsent } from '../db/outbox-rows.ts'
import { getCatalogueState } from '../db/products.ts'
import { endPush, savePushSubscription } from '../db/push-subscription.ts'
import { getSavedShop } from '../db/saved-shop.ts'
import { adoptUserInfo, getSession, getToken, hasEnded } from '../db/session.ts'
import type { Deps } from '../db/use-deps.tsx'
import { cacheNames } from '../lib/cache-names.ts'
import { userInfoKey } from '../lib/local-storage.ts'
import { connection, savesData, watchConnection } from '../sync/connection.ts'
import { type PageEngine, pageJobs } from '../sync/page-engine.ts'
import { startWorker, tellWorker, watchInput, workers } from '../sync/worker.ts'
import figtree from '../theme/fonts/figtree-latin.woff2'
import figtreeExt from '../theme/fonts/figtree-latin-ext.woff2'
import fraunces from '../theme/fonts/fraunces-latin.woff2'
import frauncesExt from '../theme/fonts/fraunces-latin-ext.woff2'
import { watchInstallPrompt } from '../ui/install.tsx'
import { whenIdle } from '../ui/schedule.ts'
import { saveWorkerTexts, watchNotices } from './notices.ts'

/** While requests or files are queued, registers a Background Sync, again whenever the page is hidden, since an earlier one may have fired. */
function watchWaiting({ db }: Pick<Deps, 'db'>, signal: AbortSignal): void {
  let waiting = 0
  const onHidden = () => {
    if (waiting > 0 && document.visibilityState === 'hidden') void registerSync()
  }
  document.addEventListener('visibilitychange', onHidden, { signal })
  watchQuery(
    async () => {
      const rows = await db.outbox.toArray()
      return rows.filter(isUnsent).length + (await filesOfKind(db, 'out').count())
    },
    (count) => {
      if (count > waiting) void registerSync()
      waiting = count
    },
    signal,
  )
}

/** Safari and Firefox have no Background Sync; there only the page's own triggers send. */
async function registerSync(): Promise<void> {
  // TypeScript's types do not have Background Sync yet
  type WithSync = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } }
  const registration: WithSync | undefined = await workers()?.ready
  await registration?.sync?.register(syncTag).catch(() => undefined)
}

/** Shows the shop's logo in the tab. */
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

/** Shows the shop's accent. The policy of the page refuses style elements, but not this. */
function showAccent({ accent }: ShopSettings): void {
  const style = accentStyle(accent)
  if (style === shownAccent) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  document.adoptedStyleSheets = [sheet]
  shownAccent = style
}

let shownAccent = ''

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

/**
 * Has the worker save the home page as the server sends it in the chosen language, which the next start shows before scripts run: now,
 * for a new worker, and after a change of language, catalogue or settings, whose logo it shows in the tab.
 */
export function watchStartPage({ db }: Pick<Deps, 'db'>, i18n: I18n, signal: AbortSignal): void {
  const save = () => {
    const locale = toLocale(i18n.locale)
    if (locale) whenIdle(() => tellWorker({ kind: 'SAVE_START_PAGE', locale }))
  }
  signal.addEventListener('abort', i18n.on('change', save))
  navigator.serviceWorker?.addEventListener('controllerchange', save, { signal })
  let saved: string | undefined
  watchQuery(
    async () => ({ catalogue: await getCatalogueState(db), shop: await getSavedShop(db) }),
    ({ catalogue, shop }) => {
      if (shop) showIcons(shop)
      if (shop) showAccent(shop)
      // an incomplete copy is not shown
      const page = JSON.stringify([catalogue?.complete && catalogue.cursor, shop?.version])
      if (page !== saved) save()
      saved = page
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

const latin = 'U+20-FF, U+152-153, U+2009-2122, U+2190-2193, U+2212'
const latinExt = 'U+100-151, U+154-17F'
const faces = [
  ['Figtree', figtree, { weight: '400 700', unicodeRange: latin }],
  ['Figtree', figtreeExt, { weight: '400 700', unicodeRange: latinExt }],
  ['Fraunces', fraunces, { weight: '500 600', unicodeRange: latin }],
  ['Fraunces', frauncesExt, { weight: '500 600', unicodeRange: latinExt }],
] as const

/** Loads the two typefaces and saves them for the next starts, also without a connection. Not where each kilobyte counts. */
async function loadFonts(): Promise<void> {
  if (savesData() || connection().effectiveType?.endsWith('2g')) return
  for (const [family, file, options] of faces) document.fonts.add(new FontFace(family, `url("${file}")`, options))
  await document.fonts.ready
  const worker = workers()
  if (!worker) return
  // only a worker reads what is saved; after the kill switch there is none, and nothing may stay
  if (!worker.controller)
    await new Promise((resolve) => worker.addEventListener('controllerchange', resolve, { once: true }))
  const cache = await caches.open(cacheNames.fonts)
  for (const [, file, { unicodeRange }] of faces)
    if (unicodeRange === latin && !(await cache.match(file))) await cache.add(file)
}

interface Background {
  deps: Deps
  engine: PageEngine
  i18n: I18n
  /** ends it all; a page runs until it is closed */
  signal: AbortSignal
}

/** Starts everything that runs without a screen for the life of the page. */
export function startBackground({ deps, engine, i18n, signal }: Background): void {
  startWorker()
  watchInstallPrompt()
  const { db, api, sync } = deps
  // not while the first screen is being loaded
  whenIdle(() => {
    void loadFonts().catch(() => undefined)
    engine.add(pageJobs(deps, engine, signal))
    // another tab works for the device, and its last pull may be a minute old
    if (!engine.isWorking) sync.pull('orders', 'catalogue')
  })
  watchConnection(db, () => void api.call('health').catch(() => undefined), signal)
  watchWaiting(deps, signal)
  persistStorage(db, signal)
  watchNotices({ ...deps, engine }, i18n, signal)
  saveWorkerTexts(db, i18n, signal)
  renewPush(deps, i18n, signal)
  watchStartPage(deps, i18n, signal)
  watchInput(signal)
}
