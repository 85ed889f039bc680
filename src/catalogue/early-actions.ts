import { toLocale } from '../../contract/locales.ts'
import { rememberLocale } from '../i18n/detect-locale.ts'

/** The event that the app dispatches when it handles input itself. */
export const appStarted = 'shop:started'
/** The event of an app that could not start. */
export const startFailed = 'shop:start-failed'
const pressed = 'data-pressed'

/** Set on the page when the person has navigated before the app handled input. */
export const movedEarly = 'data-moved'

/**
 * Handles input on the first screen until the app does. Links need no script. A search goes into the address, the skip link
 * moves the focus, a language is stored, and the button that was pressed or sends a form gets an attribute for `replayPresses`.
 */
export function rememberEarlyActions(): void {
  const stop = new AbortController()
  const options = { capture: true, signal: stop.signal }
  addEventListener(appStarted, () => stop.abort(), { once: true })
  addEventListener('hashchange', leaveFirstScreen, options)
  document.addEventListener('submit', submit, options)
  document.addEventListener('click', press, options)
  document.addEventListener('change', chooseLanguage, options)
}

/** Clicks again on each button that was pressed before the app handled input. */
export function replayPresses(root: Element): void {
  for (const button of root.querySelectorAll<HTMLElement>(`[${pressed}]`)) {
    button.removeAttribute(pressed)
    button.click()
  }
}

function leaveFirstScreen(): void {
  document.documentElement.classList.add('deep')
  document.documentElement.setAttribute(movedEarly, '')
}

function submit(event: SubmitEvent): void {
  event.preventDefault()
  const form = event.target
  if (!(form instanceof HTMLFormElement)) return
  const field = form.elements.namedItem('keyword')
  if (field instanceof HTMLInputElement) location.hash = `#/products?keyword=${encodeURIComponent(field.value.trim())}`
  else form.querySelector('[type=submit]')?.setAttribute(pressed, '')
}

function press(event: MouseEvent): void {
  const control = event.target instanceof Element && event.target.closest('button, .skip-link')
  if (control instanceof HTMLAnchorElement) {
    event.preventDefault()
    document.querySelector('h1')?.focus()
  } else if (control instanceof HTMLButtonElement && control.type === 'button' && !control.popoverTargetElement)
    control.setAttribute(pressed, '')
}

function chooseLanguage({ target }: Event): void {
  if (!(target instanceof HTMLSelectElement) || !target.matches('.language-select')) return
  const locale = toLocale(target.value)
  if (locale) rememberLocale(locale)
}
