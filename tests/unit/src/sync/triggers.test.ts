import { expect, onTestFinished, test, vi } from 'vitest'
import type { Deps } from '../../../../src/db/use-deps.tsx'
import { watchTriggers } from '../../../../src/sync/triggers.ts'

test('a page that becomes visible wakes the outbox; a hidden one does not, since Firefox would hold its lock', () => {
  const wake = vi.fn()
  const run = async () => undefined
  const api = { call: async () => undefined }
  // the parts that the triggers use
  const stop = new AbortController()
  watchTriggers({ sync: { wake, run }, api } as unknown as Deps, () => undefined, stop.signal)
  onTestFinished(() => stop.abort())
  const visibility = vi.spyOn(document, 'visibilityState', 'get')
  onTestFinished(() => visibility.mockRestore())
  const turn = (state: DocumentVisibilityState) => {
    wake.mockClear()
    visibility.mockReturnValue(state)
    document.dispatchEvent(new Event('visibilitychange'))
    return wake.mock.calls
  }
  expect(turn('visible')).toEqual([['visible']])
  expect(turn('hidden')).toEqual([])
})
