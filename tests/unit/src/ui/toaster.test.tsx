import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { business } from '../../../../contract/limits.ts'
import { toaster } from '../../../../src/ui/toast-list.tsx'
import { Toaster, toast } from '../../../../src/ui/toaster.tsx'

const region = () => screen.getAllByRole('status')[0] as HTMLElement

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  render(
    <I18nProvider i18n={i18n}>
      <Toaster />
    </I18nProvider>,
  )
})
afterEach(() => {
  act(() => void toaster.remove())
})

test('the live region is there before the first toast', () => {
  expect(region().getAttribute('aria-live')).toBe('polite')
  expect(region().textContent).toBe('')
})

test('a toast stands in the region, can be dismissed, and is asked to close after 5000 ms', async () => {
  act(() => toast({ title: 'Saved', kind: 'success' }))
  await waitFor(() => expect(region().textContent).toContain('Saved'), { timeout: 8000 })
  expect(screen.getByRole('button', { name: 'Dismiss' })).toBeTruthy()
  expect(toaster.getVisibleToasts()[0]).toMatchObject({ type: 'success', duration: business.toastMilliseconds })
})

test('the same words again replace the older toast', async () => {
  act(() => toast({ title: 'Saved' }))
  act(() => toast({ title: 'Saved' }))
  await waitFor(() => expect(region().textContent).toContain('Saved'), { timeout: 8000 })
  expect(toaster.getVisibleToasts()).toHaveLength(1)
})
