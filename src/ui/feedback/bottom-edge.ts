/* At the bottom edge stand, from below, the bars, a screen's sticky actions and the toasts; theme/system.ts places them by the measured heights. */
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

export const barsEdge = measuredAs('--bars')

export const actionsEdge = measuredAs('--actions')

/** The style of a screen's sticky actions. A low window has no room for them: there they stand at their place. */
export const atBottomEdge = {
  position: 'sticky',
  bottom: 'var(--bars, 0px)',
  zIndex: 'sticky',
  '@media (max-height: 30rem)': { position: 'static' },
} as const
