// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runJobs } from '../../../server/start-server.ts'

describe('recurring tasks', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it.each([
    [undefined, 1],
    [3, 3],
  ])('with %s rounds at the same time begin no more than %i while none ends', async (abreast, most) => {
    const ends: (() => void)[] = []
    const run = () => new Promise<void>((resolve) => void ends.push(resolve))
    const log = { error: vi.fn(), warn: vi.fn() }
    const stop = runJobs([{ every: 100, run, ...(abreast && { abreast }) }], log)
    await vi.advanceTimersByTimeAsync(1000)
    expect(ends).toHaveLength(most)
    ends[0]?.()
    await vi.advanceTimersByTimeAsync(1000)
    expect(ends).toHaveLength(most + 1)
    for (const end of ends) end()
    await stop()
  })
})
