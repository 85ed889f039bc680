import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { business } from '../../../../../contract/limits.ts'
import { toaster } from '../../../../../src/ui/feedback/toast-list.tsx'
import { Toaster, toast } from '../../../../../src/ui/feedback/toaster.tsx'

const region = () => screen.getAllByRole('status')[0] as HTMLElement

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  vi.useFakeTimers({
    toFake: [
      'setTimeout',
      'clearTimeout',
      'setInterval',
      'clearInterval',
      'Date',
      'performance',
      'requestAnimationFrame',
      'cancelAnimationFrame',
    ],
  })
  render(
    <I18nProvider i18n={i18n}>
      <Toaster />
    </I18nProvider>,
  )
})
afterEach(() => {
  act(() => void toaster.remove())
  vi.useRealTimers()
})

/** Shows a toast; its code is fetched with the first one. */
async function show(given: Parameters<typeof toast>[0]) {
  act(() => toast(given))
  await act(() => vi.dynamicImportSettled())
}
const isOpen = () => region().querySelector('[data-part=root]')?.getAttribute('data-state') === 'open'
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('the live region is there before the first toast, outside the part that a dialog hides', () => {
  expect(region().getAttribute('aria-live')).toBe('polite')
  expect(region().textContent).toBe('')
  expect(region().parentElement).toBe(document.body)
})

test('a toast is in the region and can be dismissed; the focus is where it was then', async () => {
  const add = document.body.appendChild(document.createElement('button'))
  add.focus()
  await show({ title: 'Saved', kind: 'success' })
  expect(region().textContent).toContain('Saved')
  const dismiss = screen.getByRole('button', { name: 'Dismiss' })
  act(() => dismiss.focus())
  act(() => dismiss.click())
  await pass(500)
  expect(region().textContent).not.toContain('Saved')
  expect(document.activeElement).toBe(add)
  add.remove()
})

test('a toast closes after 5000 ms, not before', async () => {
  await show({ title: 'Saved', kind: 'success' })
  await pass(business.toastMilliseconds - 100)
  expect(isOpen()).toBe(true)
  await pass(150)
  expect(isOpen()).toBe(false)
  await pass(500)
  expect(region().textContent).not.toContain('Saved')
})

test('a toast with the same text replaces the older one and restarts its time', async () => {
  await show({ title: 'Saved' })
  await pass(3000)
  await show({ title: 'Saved' })
  await pass(business.toastMilliseconds - 100)
  expect(isOpen()).toBe(true)
  expect(toaster.getVisibleToasts()).toHaveLength(1)
  await pass(150)
  expect(isOpen()).toBe(false)
})

const group = () => region().querySelector('[data-part=group]') as HTMLElement

test('a toast under the pointer stays, and closes after the pointer has left', async () => {
  await show({ title: 'Saved' })
  fireEvent.mouseEnter(group())
  fireEvent.mouseMove(group())
  await pass(3 * business.toastMilliseconds)
  expect(isOpen()).toBe(true)
  fireEvent.mouseLeave(group())
  await pass(business.toastMilliseconds + 100)
  expect(isOpen()).toBe(false)
})

test('a toast with the focus stays, and closes after the focus has left', async () => {
  await show({ title: 'Saved' })
  act(() => screen.getByRole('button', { name: 'Dismiss' }).focus())
  await pass(3 * business.toastMilliseconds)
  expect(isOpen()).toBe(true)
  act(() => screen.getByRole('button', { name: 'Dismiss' }).blur())
  await pass(business.toastMilliseconds + 100)
  expect(isOpen()).toBe(false)
})
