/** Runs `work` when the page has a quiet moment; in browsers without idle callbacks, after a second. */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(() => work())
  else setTimeout(work, 1000)
}

/**
 * Runs `work` when the next frame has been painted; in a hidden page, which paints nothing, soon. Called from an effect,
 * that frame is the one that shows what was just rendered, or a later one.
 */
export function afterPaint(work: () => void): void {
  if (document.hidden) setTimeout(work)
  else requestAnimationFrame(() => setTimeout(work))
}

/** How far from the window's edge, px: as far as a finger scrolls in a few frames. */
const margin = 200

const waiting = new Map<Element, () => void>()
let observer: IntersectionObserver | undefined

/** Runs `work` once when the element is seen, or about to be, and has been laid out and painted. Answers the way to stop. */
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
