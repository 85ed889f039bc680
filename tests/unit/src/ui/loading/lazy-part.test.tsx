import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, fireEvent, render, screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  ChunkError,
  chunkTimeout,
  lazyPart,
  loadChunk,
  prepareRetry,
} from '../../../../../src/ui/loading/lazy-part.tsx'

const Part = () => <p>The part</p>
const never = () => new Promise<never>(() => undefined)
const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(window, 'stop').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const pass = (time: number) => act(() => vi.advanceTimersByTimeAsync(time))

/** A form with a part that loads late; `answers` are its loads in turn. */
async function open(...answers: (() => Promise<ComponentType>)[]) {
  const Late = lazyPart(() => (answers.shift() ?? never)())
  render(
    <I18nProvider i18n={i18n}>
      <input aria-label="Message" />
      <Late />
    </I18nProvider>,
  )
  fireEvent.change(screen.getByLabelText('Message'), { target: { value: 'half a message' } })
  await pass(0)
}
const typed = () => screen.getByLabelText<HTMLInputElement>('Message').value

test('a part that does not come in 120 s is said to have failed, and Retry loads it without losing what was typed', async () => {
  await open(never, async () => Part)
  await pass(chunkTimeout - 1)
  expect(screen.queryByRole('alert')).toBeNull()
  await pass(1)
  expect(screen.getByRole('alert').textContent).toContain('This could not be loaded.')
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await pass(0)
  expect(screen.getByText('The part')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(typed()).toBe('half a message')
  // the next load of the same script would wait for the one that hangs
  expect(window.stop).toHaveBeenCalledOnce()
})

test('a part that fails leaves the screen around it as it is, also when it fails again', async () => {
  await open(gone, gone, async () => Part)
  expect(screen.getByRole('alert')).toBeTruthy()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  for (let time = 0; time < 2; time += 1) {
    const retry = screen.getByRole('button', { name: 'Retry' })
    retry.focus()
    fireEvent.click(retry)
    await pass(0)
    expect(document.activeElement).not.toBe(document.body)
  }
  expect(document.activeElement?.textContent).toBe('The part')
  expect(typed()).toBe('half a message')
  expect(window.stop).not.toHaveBeenCalled()
})

test('a load that comes in time is no failure, and one that hangs ends in its time', async () => {
  const loaded = loadChunk(() => Promise.resolve('code'))
  expect(await loaded).toBe('code')
  await expect(loadChunk(gone)).rejects.toMatchObject({ name: 'ChunkError', isLate: false })
  const hanging = expect(loadChunk(never)).rejects.toMatchObject({ name: 'ChunkError', isLate: true })
  await pass(chunkTimeout)
  await hanging
})

test('only the second failure in a row loads the page anew, and none without a connection', async () => {
  const error = new ChunkError({ isLate: false })
  const reload = vi.fn()
  vi.stubGlobal('location', { reload })
  const fail = () => loadChunk(gone).catch(() => undefined)
  // a success between them counts
  await fail()
  await loadChunk(() => Promise.resolve('code'))
  await fail()
  expect(prepareRetry(error)).toBe(false)
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await fail()
  expect(prepareRetry(error)).toBe(false)
  expect(reload).not.toHaveBeenCalled()
  online.mockReturnValue(true)
  expect(prepareRetry(error)).toBe(true)
  expect(reload).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
})
