/** How far from the window's edge, px: a screen that scrolls with a finger brings this much in a few frames. */
const margin = 200

const waiting = new Map<Element, () => void>()
let observer: IntersectionObserver | undefined

/** Runs `work` once when the element is seen, or about to be, and has been laid out and painted. Answers the way to stop. */
export function whenNear(element: Element, work: () => void): () => void {
  observer ??= new IntersectionObserver(tell, { rootMargin: `${margin}px` })
  waiting.set(element, work)
  observer.observe(element)
  return () => forget(element)
}

function tell(entries: IntersectionObserverEntry[]): void {
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
