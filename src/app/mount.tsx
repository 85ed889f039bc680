import { i18n } from '@lingui/core'
import { isNotFound } from '@tanstack/react-router'
import { type ReactNode, useLayoutEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { ConnectionError } from '../api/api-errors.ts'
import { appStarted, replayPresses } from '../catalogue/early-actions.ts'
import { detectLocale } from '../i18n/detect-locale.ts'
import { chooseLocale } from '../i18n/locale.ts'
import { homeHash } from '../lib/search-params.ts'
import { RefusedError } from '../ui/loading/refused-error.ts'
import type { ShopRouter } from './router.tsx'

/** How long the app waits for its first route to load before it renders without it, ms. */
const loadTimeout = 3000
/** The same over the server's first screen, which can be read meanwhile, ms. */
const firstScreenTimeout = 15_000

/** Whether the page holds the screen that the app would render now: the server's home page, in this language. */
export function isFirstScreen(): boolean {
  const { first } = document.documentElement.dataset
  return first === i18n.locale && homeHash.test(location.hash)
}

/**
 * Renders the app once its route has loaded. The server's first screen is hydrated, so that what the person typed, opened or
 * focused stays. Any other screen is rendered from scratch.
 */
export async function mount(app: ReactNode, router: ShopRouter): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  // until its first render, the router does not follow the address
  const stopListening = router.history.subscribe(() => void router.load())
  const timeout = isFirstScreen() ? firstScreenTimeout : loadTimeout
  await Promise.race([router.load(), new Promise((resolve) => setTimeout(resolve, timeout))])
  stopListening()
  const { location } = router.history
  const onStarted = () => {
    // the router misses a change of the address during React's first render
    if (router.history.location !== location) void router.load()
    replayPresses(root)
  }
  const content = <Started onStarted={onStarted}>{app}</Started>
  if (!isFirstScreen() || router.state.status !== 'idle') return createRoot(root, handlers).render(content)
  // makes the router leave out the boundaries that the server did not render
  router.ssr = { manifest: undefined }
  hydrateRoot(root, content, handlers)
}

/** Announces that the app handles input, and replays what the person did before. */
function Started({ onStarted, children }: { onStarted: () => void; children: ReactNode }) {
  useLayoutEffect(() => {
    document.documentElement.classList.remove('deep', 'signed-in')
    dispatchEvent(new Event(appStarted))
    // React handles events only after this render
    setTimeout(onStarted)
    const locale = detectLocale()
    if (locale !== i18n.locale) void chooseLocale(locale).catch(() => undefined)
  }, [onStarted])
  return children
}

/** A missing answer, a refusal or a page that there is not is shown on a screen and is no defect. */
const isAnswer = (error: unknown) =>
  error instanceof ConnectionError || error instanceof RefusedError || isNotFound(error)

/** An error that a screen has caught. */
export function onCaughtError(error: unknown): void {
  if (!isAnswer(error)) console.error(error)
}

/** An error that did not recur when React rendered again, for example because an answer had come meanwhile. */
export function onRecoverableError(error: unknown): void {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (!isAnswer(cause)) reportError(cause)
}

const handlers = { onCaughtError, onRecoverableError }
