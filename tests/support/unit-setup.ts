import { Dexie } from 'dexie'
import { afterAll, afterEach, vi } from 'vitest'

// The files of a worker share libraries and page (`isolate: false`); each has the product's modules and a device anew.
vi.resetModules()
globalThis.indexedDB = new IDBFactory()
Object.assign(Dexie.dependencies, { indexedDB, IDBKeyRange })

// most tests draw nothing: they run in Node alone, without jsdom and React
const library = typeof document === 'undefined' ? undefined : await import('@testing-library/react')
const cleanup = library?.cleanup
// a busy machine takes its time
library?.configure({ asyncUtilTimeout: 45_000 })
if (cleanup) {
  const labels = await import('./fast-labels.ts')
  const screens = await import('./fast-screens.ts')
  labels.speedUpLabels()
  screens.speedUpScreens()
}

// A stray console.error is a defect that nobody looked at: the test that caused it fails.
const seen: string[] = []
console.error = (...parts: unknown[]) => {
  seen.push(parts.map((part) => (part instanceof Error ? (part.stack ?? part.message) : String(part))).join(' '))
}

// jsdom lays nothing out, so nothing ever comes near
globalThis.IntersectionObserver ??= class implements IntersectionObserver {
  root = null
  rootMargin = ''
  scrollMargin = ''
  thresholds = []
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return []
  }
}

// nor does anything change its size
globalThis.ResizeObserver ??= class implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

// nor does it scroll, or have a width to ask for
const noMedia = { matches: false, addEventListener: () => {}, removeEventListener: () => {} }
if (typeof document !== 'undefined') {
  Element.prototype.scrollIntoView ??= () => {}
  window.matchMedia ??= (media) => ({ ...noMedia, media }) as unknown as MediaQueryList
}

afterEach(() => {
  cleanup?.()
  const errors = seen.splice(0)
  if (errors.length > 0) throw new Error(`console.error was called:\n${errors.join('\n')}`)
})

afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  for (const name of Object.keys(navigator)) Reflect.deleteProperty(navigator, name)
  if (!cleanup) return
  localStorage.clear()
  sessionStorage.clear()
  document.body.replaceChildren()
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
})
