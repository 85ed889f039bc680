/** A rendered element. */
export interface Drawn {
  /** tag, class and own text */
  what: string
  box: number[]
}

/** Everything that is rendered in header, hero, tiles, trending row, product grid, newsletter and footer. */
export function draw(): Drawn[] {
  // on a slow machine the slideshow may have advanced
  document.querySelector('.carousel-track')?.scrollTo({ left: 0, behavior: 'instant' })
  // scripts load the typefaces later, whose widths are not quite those of the local fonts
  document.fonts.clear()
  const shown = document.querySelectorAll('.header *, .hero, .hero *, .tiles *, main section *, .footer *')
  return [...shown].flatMap((element) => {
    // with reduced motion the slideshow has another icon in the same place
    if (element.parentElement?.closest('svg')) return []
    if (!element.checkVisibility() || element.closest('picture')?.contains(element) === true) return []
    const own = [...element.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE)
      .map((node) => node.textContent)
    const { x, y, width, height } = element.getBoundingClientRect()
    const box = [x, y + scrollY, width, height].map(Math.round)
    return [{ what: `${element.tagName}.${element.getAttribute('class') ?? ''} ${own.join('').trim()}`, box }]
  })
}
