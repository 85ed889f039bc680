const controls = 'a, button, input, select, h1'

/** Tells the boot script that the app listens itself from now on. */
export const upEvent = 'shop:up'

/**
 * The app's first screen takes the place of the one that the server sent, which looks the same. What somebody did to it
 * meanwhile must not be lost: typed text, focus, an open menu, a button that was pressed too early. Call before the
 * first rendering.
 */
export function takeOver(root: HTMLElement): void {
  let focused = document.activeElement
  let open = root.querySelector(':popover-open')?.id
  const onFocus = (event: FocusEvent) => {
    focused = event.target instanceof Element ? event.target : null
  }
  const onToggle = (event: Event) => {
    if (event instanceof ToggleEvent && event.target instanceof Element)
      open = event.newState === 'open' ? event.target.id : undefined
  }
  root.addEventListener('focusin', onFocus)
  root.addEventListener('toggle', onToggle, true)
  new MutationObserver((records, observer) => {
    observer.disconnect()
    root.removeEventListener('focusin', onFocus)
    root.removeEventListener('toggle', onToggle, true)
    document.documentElement.classList.remove('deep', 'known')
    const before = records.flatMap(({ removedNodes }) => [...removedNodes]).find((node) => node instanceof Element)
    if (before) chooseAgain(before, root)
    // a screen of another address has nothing of what was there before
    if (before && root.querySelector('.hero')) carryOver(controlsOf(before), controlsOf(root), focused)
    if (open && focused?.isConnected === false) document.getElementById(open)?.showPopover()
    dispatchEvent(new Event(upEvent))
  }).observe(root, { childList: true })
}

function controlsOf(element: Element): HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>(controls)]
}

/** A language that was chosen before the app was there; the bar with it stands on every screen. */
function chooseAgain(before: Element, root: Element): void {
  const [old, now] = [before, root].map((each) => each.querySelector<HTMLSelectElement>('select.language-select'))
  if (!old || !now || old.selectedOptions[0]?.defaultSelected !== false) return
  now.value = old.value
  now.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Both screens have the same controls in the same order. */
function carryOver(before: HTMLElement[], after: HTMLElement[], focused: Element | null): void {
  for (const [at, old] of before.entries()) {
    const now = after[at]
    if (!now || now.tagName !== old.tagName || now.className !== old.className) continue
    if (old instanceof HTMLInputElement && now instanceof HTMLInputElement) now.value = old.value
    // where the skip link went
    if (old === focused && now.tagName === 'H1') now.tabIndex = -1
    if (old === focused) now.focus({ preventScroll: true })
    if (old.dataset.pressed !== undefined) now.click()
  }
}
