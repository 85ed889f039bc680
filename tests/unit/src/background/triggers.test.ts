import { expect, onTestFinished, test, vi } from 'vitest'
import { watchTriggers } from '../../../../src/background/triggers.ts'
import type { Deps } from '../../../../src/ui/deps.tsx'

test('a page that turns visible looks at the outbox; one that is left asks for nothing more, in Firefox least of all the lock', () => {
  const wake = vi.fn()
  const run = async () => undefined
  const api = { call: async () => undefined }
  // what the triggers use of them
  const stop = watchTriggers({ sync: { wake, run }, api } as unknown as Deps)
  onTestFinished(stop)
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
