import type { Locale } from '../../contract/locales.ts'
import { detectLocale } from '../i18n/detect-locale.ts'
import { readLocal, userInfoKey } from '../lib/local-storage.ts'
import { homeHash } from '../lib/search-params.ts'

/** The files that the app starts with; the build writes them here (tools/build/first-screen-html.ts). */
declare const earlyFiles: {
  entry: string
  scripts: string[]
  styles: string[]
  texts: Record<Locale, string>
}

/** Milliseconds that the app's scripts may take to start it (specification section 8). Above `begin()`, which may need it at once. */
const startTimeout = 120_000

/* Runs at the end of index.html: after the first paint it finds language and session, then loads the app when the first pictures are there. */
const page = document.documentElement
const has = (name: string) => page.classList.contains(name)
const findNotice = () => document.getElementById('start-failed')

if (!has('too-old')) begin()

function begin(): void {
  // a link was followed before the app has started: it shows the new screen when it comes
  addEventListener('hashchange', () => findNotice() && !homeHash.test(location.hash) && page.classList.add('deep'))
  if (has('deep') || document.hidden) start()
  else afterPaint(start)
}

/** Calls `then` when the browser reports its first paint, or after a second if it reports none. */
function afterPaint(then: () => void): void {
  let isDone = false
  const once = () => {
    if (!isDone) then()
    isDone = true
  }
  requestAnimationFrame(() => setTimeout(once, 1000))
  try {
    new PerformanceObserver(once).observe({ type: 'paint', buffered: true })
  } catch {
    // the timer remains
  }
}

function start(): void {
  const locale = detectLocale()
  if (page.dataset.first !== locale) page.classList.add('deep')
  page.lang = locale
  // the first screen has a visitor's header
  if (readLocal(userInfoKey).kind === 'text') page.classList.add('signed-in')
  if (has('deep')) {
    loadApp()
    return
  }
  let isLoading = false
  const load = () => {
    if (!isLoading) loadApp()
    isLoading = true
  }
  setTimeout(load, 1500)
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, load, { once: true, passive: true })
  void Promise.all(firstPictures().map(loaded)).then(load)
}

function firstPictures(): HTMLImageElement[] {
  return [...document.images].filter((image) => {
    const { width, top, left } = image.getBoundingClientRect()
    return width > 40 && top < innerHeight && left < innerWidth && !image.complete
  })
}

function loaded(image: HTMLImageElement): Promise<void> {
  return new Promise((resolve) => {
    for (const type of ['load', 'error']) image.addEventListener(type, () => resolve(), { once: true })
  })
}

/** Requests all files that the app starts with at once, which saves round trips. Says so when they fail or are late. */
function loadApp(): void {
  const { entry, scripts, styles, texts } = earlyFiles
  for (const file of [...scripts, texts[detectLocale()]]) add('link', { rel: 'modulepreload', href: `./${file}` })
  for (const file of styles) add('link', { rel: 'stylesheet', href: `./${file}` })
  add('script', { type: 'module', id: 'entry', src: `./${entry}`, onerror: showFailure })
  setTimeout(showFailure, startTimeout)
}

function showFailure(): void {
  const notice = findNotice()
  if (!notice?.hidden) return
  for (const text of notice.querySelectorAll('p')) if (text.lang !== page.lang) text.remove()
  notice.querySelector('button')?.addEventListener('click', () => location.reload())
  notice.hidden = false
}

function add<Tag extends 'link' | 'script'>(tag: Tag, properties: Partial<HTMLElementTagNameMap[Tag]>): void {
  document.head.append(Object.assign(document.createElement(tag), properties))
}
