import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentToasts } from '../../../src/ui/toast-store.ts'
import { Toaster, toast } from '../../../src/ui/toaster.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  render(
    <I18nProvider i18n={i18n}>
      <Toaster />
    </I18nProvider>,
  )
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

test('the live region is there before the first toast', () => {
  expect(screen.getByRole('status').textContent).toBe('')
})

test('a toast closes after 5000 ms, not before', () => {
  act(() => toast({ title: 'Saved', kind: 'success' }))
  expect(screen.getByRole('status').textContent).toContain('Saved')
  act(() => vi.advanceTimersByTime(4999))
  expect(currentToasts()).toHaveLength(1)
  act(() => vi.advanceTimersByTime(1))
  expect(currentToasts()).toHaveLength(0)
})

test('the same words again replace the older toast and start their time anew', () => {
  act(() => toast({ title: 'Saved' }))
  act(() => vi.advanceTimersByTime(3000))
  act(() => toast({ title: 'Saved' }))
  expect(currentToasts()).toHaveLength(1)
  act(() => vi.advanceTimersByTime(4999))
  expect(currentToasts()).toHaveLength(1)
})
