/*
 * Who stands at the bottom edge of the window, from below: the bars (connection, storage, a new version), above them the
 * actions that a screen sticks there, above those the toasts. The measured heights of the first two are custom
 * properties of the page; theme/system.ts makes from them the place of the next one and of what is scrolled to.
 */
function measuredAs(property: '--bars' | '--actions') {
  return (element: HTMLElement | null): (() => void) | undefined => {
    if (!element) return undefined
    const { style } = document.documentElement
    let frame = 0
    // with the next frame: a property of the page has every element's style computed again, and a screen is painted before
    const observer = new ResizeObserver(() => {
      frame = requestAnimationFrame(() => style.setProperty(property, `${element.offsetHeight}px`))
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
      style.removeProperty(property)
    }
  }
}

/** The ref of the bars. */
export const barsEdge = measuredAs('--bars')

/** The ref of a screen's sticky actions. */
export const actionsEdge = measuredAs('--actions')

/** The style of a screen's sticky actions. A low window has no room for them: there they stand at their place. */
export const atBottomEdge = {
  position: 'sticky',
  bottom: 'var(--bars, 0px)',
  zIndex: 'sticky',
  '@media (max-height: 30rem)': { position: 'static' },
} as const
