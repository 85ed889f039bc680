import { afterEach } from 'vitest'

// most tests draw nothing: they run in Node alone, without jsdom and React
const cleanup = typeof document === 'undefined' ? undefined : (await import('@testing-library/react')).cleanup

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

afterEach(() => {
  cleanup?.()
  const errors = seen.splice(0)
  if (errors.length > 0) throw new Error(`console.error was called:\n${errors.join('\n')}`)
})
