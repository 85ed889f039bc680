/** An element as it is drawn. */
export interface Drawn {
  /** tag, class and own text */
  what: string
  box: number[]
}

/** Everything that is drawn in header, hero, tiles, trending row and product grid; the words of the footer. */
export function draw(): Drawn[] {
  // on a slow machine the slideshow has moved on
  document.querySelector('.carousel-track')?.scrollTo({ left: 0, behavior: 'instant' })
  const shown = document.querySelectorAll(
    '.header *, .hero, .hero *, .tiles *, main section:not([aria-labelledby=newsletter-title]) *, .footer *',
  )
  return [...shown].flatMap((element) => {
    // people who want less motion have another icon at the slideshow; its place is the same
    if (element.parentElement?.closest('svg')) return []
    if (!element.checkVisibility() || element.closest('picture')?.contains(element) === true) return []
    const own = [...element.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE)
      .map((node) => node.textContent)
    const { x, y, width, height } = element.getBoundingClientRect()
    // what stands below the grid moves when the newsletter comes
    const box = element.closest('.footer') ? [] : [x, y + scrollY, width, height].map(Math.round)
    return [{ what: `${element.tagName}.${element.getAttribute('class') ?? ''} ${own.join('').trim()}`, box }]
  })
}
