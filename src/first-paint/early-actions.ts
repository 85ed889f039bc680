import { toLocale } from '../../contract/locales.ts'
import { rememberLocale } from '../i18n/detect-locale.ts'

/** The event by which the app says that it listens itself from now on. */
export const appStarted = 'shop:started'
const pressed = 'data-pressed'

/** Marks the page once somebody has gone elsewhere before the app listens. */
export const movedEarly = 'data-moved'

/**
 * What somebody does to the first screen before the app listens. Links work by themselves; a search goes into the address,
 * the skip link moves the focus, a language is stored, and a pressed button gets an attribute for `replayPresses`.
 */
export function rememberEarlyActions(): void {
  const until = new AbortController()
  const options = { capture: true, signal: until.signal }
  addEventListener(appStarted, () => until.abort(), { once: true })
  addEventListener('hashchange', leaveFirstScreen, options)
  document.addEventListener('submit', search, options)
  document.addEventListener('click', press, options)
  document.addEventListener('change', chooseLanguage, options)
}

/** Presses the buttons again that were pressed too early. */
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

function search(event: SubmitEvent): void {
  event.preventDefault()
  const field = event.target instanceof HTMLFormElement && event.target.elements.namedItem('keyword')
  if (field instanceof HTMLInputElement) location.hash = `#/products?keyword=${encodeURIComponent(field.value.trim())}`
}

function press(event: MouseEvent): void {
  const control = event.target instanceof Element && event.target.closest('button, .skip-link')
  if (control instanceof HTMLAnchorElement) {
    event.preventDefault()
    const heading = document.querySelector('h1')
    heading?.focus()
  } else if (control instanceof HTMLButtonElement && control.type === 'button' && !control.popoverTargetElement)
    control.setAttribute(pressed, '')
}

function chooseLanguage({ target }: Event): void {
  if (!(target instanceof HTMLSelectElement) || !target.matches('.language-select')) return
  const locale = toLocale(target.value)
  if (locale) rememberLocale(locale)
}
