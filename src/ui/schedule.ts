/** Runs `work` when the page is idle; after a second in browsers without idle callbacks. */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(() => work())
  else setTimeout(work, 1000)
}

/** Runs `work` after the next frame is painted, which from an effect shows what was rendered; soon in a hidden page. */
export function afterPaint(work: () => void): void {
  if (document.hidden) setTimeout(work)
  else requestAnimationFrame(() => setTimeout(work))
}

/** px: as far as a finger scrolls in a few frames */
const margin = 200

const waiting = new Map<Element, () => void>()
let observer: IntersectionObserver | undefined

/** Runs `work` once when the element is painted in or near the window. Returns a function that cancels it. */
export function whenNear(element: Element, work: () => void): () => void {
  observer ??= new IntersectionObserver(runWaiting, { rootMargin: `${margin}px` })
  waiting.set(element, work)
  observer.observe(element)
  return () => forget(element)
}

function runWaiting(entries: IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue
    const work = waiting.get(target)
    forget(target)
    work?.()
  }
}

function forget(element: Element): void {
  waiting.delete(element)
  observer?.unobserve(element)
}

/** Whether animations may run: not if the system asks for reduced motion, nor where that is unknown. */
export function wantsMotion(): boolean {
  return globalThis.matchMedia?.('(prefers-reduced-motion: no-preference)').matches ?? false
}
