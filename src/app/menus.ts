/*
 * The menus are popovers. In browsers without them (Safari before 17, Chrome before 114) a class marks an open menu
 * (theme/first-screen.css).
 */
const hasPopovers = () => 'popover' in HTMLElement.prototype
const openMenus = () =>
  document.querySelectorAll<HTMLElement>(hasPopovers() ? ':popover-open' : '[popover].popover-open')

/** Closes all open menus. */
export function closeMenus(): void {
  for (const menu of openMenus()) menu.hidePopover()
}

/** Opens and closes the menus in browsers without popovers. Returns the cleanup. */
export function watchMenus(): () => void {
  if (hasPopovers()) return () => undefined
  HTMLElement.prototype.hidePopover = function () {
    show(this, false)
  }
  const cleanup = new AbortController()
  const { signal } = cleanup
  document.addEventListener('click', onClick, { signal })
  document.addEventListener('keydown', onKeyDown, { signal })
  return () => cleanup.abort()
}

const buttonOf = (menu: Element) => document.querySelector<HTMLElement>(`[popovertarget="${menu.id}"]`)

function show(menu: HTMLElement, open: boolean): void {
  if (menu.classList.contains('popover-open') === open) return
  menu.classList.toggle('popover-open', open)
  buttonOf(menu)?.setAttribute('aria-expanded', String(open))
  menu.dispatchEvent(Object.assign(new Event('toggle'), { newState: open ? 'open' : 'closed' }))
}

function onClick({ target }: MouseEvent): void {
  if (!(target instanceof Element)) return
  const id = target.closest('[popovertarget]')?.getAttribute('popovertarget')
  const clicked = id ? document.getElementById(id) : null
  const wasOpen = clicked?.classList.contains('popover-open')
  for (const menu of openMenus()) if (!menu.contains(target)) menu.hidePopover()
  if (clicked && !wasOpen) show(clicked, true)
}

function onKeyDown({ key }: KeyboardEvent): void {
  if (key !== 'Escape') return
  for (const menu of openMenus()) {
    menu.hidePopover()
    buttonOf(menu)?.focus()
  }
}
