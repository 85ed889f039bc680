/*
 * The menus are popovers. Browsers that do not know these (Safari before 17, Chrome before 114) get a class in their place,
 * which the style looks for (theme/first-screen.css).
 */
const knowsPopovers = () => 'popover' in HTMLElement.prototype
const openMenus = () =>
  document.querySelectorAll<HTMLElement>(knowsPopovers() ? ':popover-open' : '[popover].popover-open')

/** Closes what is open. */
export function closeMenus(): void {
  for (const menu of openMenus()) menu.hidePopover()
}

/** Opens and closes the menus where the browser does not do so itself. Returns the way to stop. */
export function watchMenus(): () => void {
  if (knowsPopovers()) return () => undefined
  HTMLElement.prototype.hidePopover = function () {
    show(this, false)
  }
  const until = new AbortController()
  const { signal } = until
  document.addEventListener('click', onClick, { signal })
  document.addEventListener('keydown', onKeyDown, { signal })
  return () => until.abort()
}

const togglerOf = (menu: Element) => document.querySelector<HTMLElement>(`[popovertarget="${menu.id}"]`)

function show(menu: HTMLElement, open: boolean): void {
  if (menu.classList.contains('popover-open') === open) return
  menu.classList.toggle('popover-open', open)
  togglerOf(menu)?.setAttribute('aria-expanded', String(open))
  menu.dispatchEvent(Object.assign(new Event('toggle'), { newState: open ? 'open' : 'closed' }))
}

function onClick({ target }: MouseEvent): void {
  if (!(target instanceof Element)) return
  const name = target.closest('[popovertarget]')?.getAttribute('popovertarget')
  const asked = name ? document.getElementById(name) : null
  const wasOpen = asked?.classList.contains('popover-open')
  for (const menu of openMenus()) if (!menu.contains(target)) menu.hidePopover()
  if (asked && !wasOpen) show(asked, true)
}

function onKeyDown({ key }: KeyboardEvent): void {
  if (key !== 'Escape') return
  for (const menu of openMenus()) {
    menu.hidePopover()
    togglerOf(menu)?.focus()
  }
}
