import { i18n } from '@lingui/core'
import { isNotFound } from '@tanstack/react-router'
import { type ReactNode, useLayoutEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { toLocale } from '../../contract/locales.ts'
import { embeddedShopId } from '../../contract/picture.ts'
import { headers as names } from '../../contract/service.ts'
import { newShop, ShopSettings } from '../../contract/shop.ts'
import { apiFetch, createApi } from '../api/api-client.ts'
import { ConnectionError, type Fetch, readShape } from '../api/exchange.ts'
import { openDatabase } from '../db/database.ts'
import { moveLegacyStorage } from '../db/legacy-storage.ts'
import { askPassword } from '../db/password-question.ts'
import { getSavedShop } from '../db/saved-shop.ts'
import { adoptUserInfo, assumeUserInfo, expireSession, getToken } from '../db/session.ts'
import type { Deps } from '../db/use-deps.tsx'
import { chooseLocale } from '../i18n/locale.ts'
import { cacheNames } from '../lib/cache-names.ts'
import { systemClock } from '../lib/device-clock.ts'
import { isRecord, parseJson } from '../lib/record.ts'
import { homeHash } from '../lib/search-params.ts'
import { isAway, watchedFetch } from '../sync/connection.ts'
import { createPageEngine } from '../sync/page-engine.ts'
import { createSync } from '../sync/sync.ts'
import { RefusedError } from '../ui/loading/refused-error.ts'
import { whenIdle } from '../ui/schedule.ts'
import { App } from './app.tsx'
import { startBackground, watchSession } from './background.ts'
import { followNavigation } from './focus.ts'
import { createShopRouter, type ShopRouter } from './router.tsx'

/** Makes the dependencies, renders the app and starts the background work. */
export async function startApp(): Promise<void> {
  const { deps, session, shop: saved } = await makeDeps()
  const router = createShopRouter(deps)
  // the settings in a page with a first screen, without the text `about`
  const given = readShape(ShopSettings, parseJson(document.getElementById(embeddedShopId)?.textContent ?? ''))
  // hydration needs the settings that the server rendered with; other screens start with the newest
  const isGiven = given && (isFirstScreen() || !saved || given.version > saved.version)
  const shop = (isGiven ? given : saved) ?? newShop
  // what runs without a screen ends with the page
  const { signal } = new AbortController()
  // queued requests are sent even if rendering fails
  const engine = createPageEngine(deps, signal)
  void engine.run(signal)
  watchSession(deps, () => void router.load(), signal)
  // the next page change ends the fade of the last one
  addEventListener('unhandledrejection', (event) => {
    if (event.reason instanceof DOMException && event.reason.name === 'AbortError') event.preventDefault()
  })
  keepTextsTrue(document.body)
  await mount(<App deps={deps} router={router} session={session} shop={shop} />, router)
  followNavigation(router)
  startBackground({ deps, engine, i18n, signal })
  // the worker has cached the product screen's code: loading it when idle makes products open at once
  if (navigator.serviceWorker?.controller)
    whenIdle(() => void router.loadRouteChunk(router.routesByPath['/products/$id'])?.catch(() => undefined))
}

/** Opens the database, moves older storage into it, and connects client, clock and outbox. `session` and `shop` as saved. */
export async function makeDeps() {
  const { db, storage } = await openDatabase()
  const clock = systemClock
  const api = createApi({
    baseUrl: import.meta.env.VITE_API_URL ?? '',
    token: () => getToken(db),
    fetch: watchedFetch(withEmbeddedAnswers(apiFetch)),
    onUnauthorised: (token, code) => void expireSession(db, token, code).catch(() => undefined),
    onPasswordNeeded: askPassword,
  })
  const sync = createSync({ db, api, clock, mayBeAway: () => isAway() || !navigator.onLine, freeSpace })
  const deps: Deps = { db, api, sync, clock, storage }
  const migrate = async () => {
    // the shop opens even if the database fails
    const session = await adoptUserInfo(db).catch(() => undefined)
    // on a full disk the data moves at a later start
    await moveLegacyStorage(db, clock.now(), storage).catch(() => undefined)
    const shop = await getSavedShop(db).catch(() => undefined)
    return { deps, session, shop }
  }
  if (db.isOpen() || storage === 'memory') return migrate()
  // the shop opens without waiting for the database, also when that is opened anew
  db.on('ready', () => void migrate())
  return { deps, session: assumeUserInfo(db), shop: undefined }
}

/** Deletes the cached pictures, so that a full disk has room for what users write. */
export async function freeSpace(): Promise<void> {
  if (!('caches' in globalThis)) return
  await Promise.all([cacheNames.seen, cacheNames.saved].map((name) => caches.delete(name)))
}

/** How long the answers in the page are used, ms. */
const maxAge = 60_000

/** Without origin and final slash, with sorted parameters. */
function keyOf(address: string): string {
  const { pathname, searchParams } = new URL(address, document.baseURI)
  searchParams.sort()
  return `${pathname.replace(/\/$/, '')}?${searchParams}`
}

/** A fetch that uses each of the page's own answers once, so that the first screen requests nothing twice. */
function withEmbeddedAnswers(fetch: Fetch): Fetch {
  const given = parseJson(document.getElementById('embedded-answers')?.textContent ?? '')
  if (!isRecord(given)) return fetch
  const answers = new Map(Object.entries(given).map(([address, body]) => [keyOf(address), body]))
  return (input, init) => {
    const key = keyOf(input)
    const own = !init?.method || init.method === 'GET' ? answers.get(key) : undefined
    if (own === undefined || performance.now() > maxAge) return fetch(input, init)
    answers.delete(key)
    return Promise.resolve(Response.json(own, { headers: { [names.shop]: '1' } }))
  }
}

/** How long the app waits for its first route before it renders without it; longer over the server's first screen, which can be read. */
const loadTimeout = { any: 3000, first: 15_000 }

/** Whether the page holds the screen that the app would render now: the server's home page, in this language. */
function isFirstScreen(): boolean {
  const { first } = document.documentElement.dataset
  return first === i18n.locale && homeHash.test(location.hash)
}

/** Renders the app once its route has loaded. The server's first screen is hydrated, so that what was typed or focused stays. */
export async function mount(app: ReactNode, router: ShopRouter): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  // until its first render, the router does not follow the address
  const stopListening = router.history.subscribe(() => void router.load())
  const timeout = isFirstScreen() ? loadTimeout.first : loadTimeout.any
  await Promise.race([router.load(), new Promise((resolve) => setTimeout(resolve, timeout))])
  stopListening()
  const { location } = router.history
  // the router misses a change of the address during React's first render
  const onStarted = () => router.history.location !== location && void router.load()
  // the language that was chosen in the server's page before the app was there
  const chosen = toLocale(root.querySelector<HTMLSelectElement>('.language-select')?.value ?? '')
  if (chosen && chosen !== document.documentElement.dataset.first) await chooseLocale(chosen).catch(() => undefined)
  const content = <Started onStarted={onStarted}>{app}</Started>
  if (!isFirstScreen() || router.state.status !== 'idle') return createRoot(root, handlers).render(content)
  // makes the router leave out the boundaries that the server did not render
  router.ssr = { manifest: undefined }
  hydrateRoot(root, content, handlers)
}

/** Removes what the page shows until the app handles input. */
function Started({ onStarted, children }: { onStarted: () => void; children: ReactNode }) {
  useLayoutEffect(() => {
    document.getElementById('start-failed')?.remove()
    document.documentElement.classList.remove('deep', 'signed-in')
    setTimeout(onStarted)
  }, [onStarted])
  return children
}

/** Is shown on a screen and is no defect. */
const isAnswer = (error: unknown) =>
  error instanceof ConnectionError || error instanceof RefusedError || isNotFound(error)

export function onCaughtError(error: unknown): void {
  if (!isAnswer(error)) console.error(error)
}

/** An error that did not recur when React rendered again, for example because an answer had come meanwhile. */
export function onRecoverableError(error: unknown): void {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (!isAnswer(cause)) reportError(cause)
}

const handlers = { onCaughtError, onRecoverableError }

/** Translators put these in place of texts; the app has none. */
const isTranslation = (node: Node | null): node is Element => node?.nodeName === 'FONT'

/**
 * Puts each text that a browser's translation has taken from the page back, but empty, since React fails to remove a text that is
 * not there. It has its words again after the next change around it.
 */
export function keepTextsTrue(root: Node): () => void {
  const replaced = new WeakMap<Text, { words: string; by: Element }>()

  function giveBack(text: Text) {
    const found = replaced.get(text)
    if (!found || (found.by.isConnected && found.by.parentNode === text.parentNode)) return
    replaced.delete(text)
    if (text.data === '') text.data = found.words
  }

  /** Gives an element its own texts again, and the elements around it if its words are part of their sentence. */
  function restore(changed: Node, translations: Set<Node>) {
    for (let at: Node | null = changed; at; at = at.parentNode) {
      const old = [...at.childNodes].filter((node) => isTranslation(node) && !translations.has(node))
      for (const node of old) node.parentNode?.removeChild(node)
      for (const node of at.childNodes) if (node instanceof Text) giveBack(node)
      if (old.length === 0 && at !== changed) return
    }
  }

  const observer = new MutationObserver((records) => {
    const translations = new Set<Node>(records.flatMap(({ addedNodes }) => [...addedNodes].filter(isTranslation)))
    const free = new Set(translations)
    const changed = new Set<Node>()
    for (const { target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      if ((target instanceof Element ? target : target.parentElement)?.closest('font')) continue
      if (target instanceof Text) {
        // React wrote to it
        const { by } = replaced.get(target) ?? {}
        replaced.delete(target)
        changed.add(by?.parentNode ?? target)
        by?.remove()
        continue
      }
      const by = [...addedNodes, previousSibling, nextSibling].find(
        (node) => isTranslation(node) && free.has(node) && node.parentNode === target,
      )
      for (const node of removedNodes) {
        const isText = node instanceof Text && node.parentNode !== target
        if (isText && by && isTranslation(by) && !replaced.has(node)) {
          replaced.set(node, { words: node.data, by })
          free.delete(by)
          node.data = ''
          target.insertBefore(node, by)
          continue
        }
        changed.add(target)
        if (!isText) continue
        replaced.get(node)?.by.remove()
        giveBack(node)
      }
      if ([...addedNodes].some((node) => !isTranslation(node))) changed.add(target)
    }
    for (const each of changed) restore(each, translations)
    // its own changes
    observer.takeRecords()
  })
  observer.observe(root, { childList: true, characterData: true, subtree: true })
  return () => observer.disconnect()
}
