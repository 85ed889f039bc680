/** What a page tells about its own start. ms since navigation; undefined while it has not happened. */
export interface Observed {
  /** the first four product cards have been painted */
  cards?: number
  /** and every picture of the first screen is there and painted */
  pictures?: number
}

/**
 * Runs in the page before anything of its own, the same for every shop: a card is a link to a product
 * (`#/products/{id}`) that has a box; what is on the page when a frame starts is painted when the next task runs.
 */
export function observe(wantedCards: number): void {
  const seen: Observed = {}
  Object.assign(globalThis, { observed: seen })
  const painted = (mark: (at: number) => void) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => mark(performance.now())
    port2.postMessage(0)
  }
  const cardsThere = () => {
    const ids = new Set<string>()
    for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href*="#/products/"]')) {
      const id = /#\/products\/([^/?]+)$/.exec(link.href)?.[1]
      if (id && link.checkVisibility() && link.getBoundingClientRect().height > 0) ids.add(id)
    }
    return ids.size >= wantedCards
  }
  const picturesThere = () => {
    const images = [...document.images].filter((image) => {
      const box = image.getBoundingClientRect()
      return (
        box.width > 40 &&
        box.height > 40 &&
        box.top < innerHeight &&
        box.bottom > 0 &&
        box.left < innerWidth &&
        box.right > 0
      )
    })
    const real = images.filter((image) => !image.currentSrc.startsWith('data:'))
    return real.length > 0 && real.every((image) => image.complete && image.naturalWidth > 0)
  }
  const frame = () => {
    if (seen.cards === undefined && document.body && cardsThere()) {
      seen.cards = 0
      painted((at) => {
        seen.cards = at
      })
    }
    if (seen.cards && seen.pictures === undefined && picturesThere()) {
      seen.pictures = 0
      painted((at) => {
        seen.pictures = at
      })
    }
    if (!seen.cards || !seen.pictures) requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}
