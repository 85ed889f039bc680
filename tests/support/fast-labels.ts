/** jsdom itself walks through the whole document for each label of each field. */
function labelsOf(field: HTMLElement): HTMLLabelElement[] {
  return [...document.getElementsByTagName('label')].filter((label) =>
    label.htmlFor ? label.htmlFor === field.id : label.control === field,
  )
}

/** Testing Library looks for the texts that name a field by `[id="…"]`, for which jsdom walks through the page each time. */
function findByIdAtOnce() {
  const { querySelector } = Element.prototype
  // the files of a worker share the page
  if ('isFast' in querySelector) return
  const fast = function (this: Element, selectors: string): Element | null {
    const id = /^\[id="([^"\\]+)"\]$/.exec(selectors)?.[1]
    const found = id === undefined ? null : document.getElementById(id)
    return found && found !== this && this.contains(found) ? found : querySelector.call(this, selectors)
  }
  Element.prototype.querySelector = Object.assign(fast, { isFast: true })
}

/** Teaches jsdom to find the labels of fields at once. */
export function speedUpLabels() {
  findByIdAtOnce()
  for (const { prototype } of [HTMLButtonElement, HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement])
    Object.defineProperty(prototype, 'labels', {
      configurable: true,
      get(this: HTMLElement) {
        return this instanceof HTMLInputElement && this.type === 'hidden' ? null : labelsOf(this)
      },
    })
}
