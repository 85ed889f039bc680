// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { holdStream, type Wake } from '../../../../src/sync/live.ts'
import type { LiveEnd } from '../../../../src/sync/live-stream.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const broken: LiveEnd = { kind: 'broken' }

function hold(random = 1) {
  const start = Date.now()
  const tries: { at: number; open: () => void; end: (how: LiveEnd) => void; signal: AbortSignal }[] = []
  const stands: boolean[] = []
  let wake: (wake: Wake) => void = () => {}
  const stop = new AbortController()
  const ended = holdStream({
    read: (signal, open) =>
      new Promise((resolve) => {
        tries.push({ at: Date.now() - start, open, end: resolve, signal })
        signal.addEventListener('abort', () => resolve(broken))
      }),
    onState: (now) => stands.push(now),
    onWake(listener) {
      wake = listener
      return () => {
        wake = () => {}
      }
    },
    signal: stop.signal,
    now: Date.now,
    random: () => random,
  })
  const last = () => {
    const current = tries.at(-1)
    if (!current) throw new Error('no try')
    return current
  }
  return { tries, last, stands, stop, ended, wake: (how: Wake) => wake(how) }
}
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

test('is opened again with longer and longer pauses, up to the whole of which chance decides', async () => {
  const { tries, last } = hold()
  for (let n = 0; n < 5; n++) {
    last().end(broken)
    await pass(1000 * 2 ** n)
  }
  expect(tries.map(({ at }) => at)).toEqual([0, 1000, 3000, 7000, 15_000, 31_000])
  const eager = hold(0)
  eager.last().end(broken)
  await pass(0)
  expect(eager.tries).toHaveLength(2)
})

test('comes back soon after a stream that stood for long, and says when it stands', async () => {
  const { tries, last, stands } = hold()
  for (let n = 0; n < 4; n++) {
    last().end(broken)
    await pass(60_000)
  }
  last().open()
  await pass(900_000)
  last().end(broken)
  await pass(1000)
  expect(tries).toHaveLength(6)
  expect(stands).toEqual([true, false])
})

test('a stream that ends right after it stood does not count as a good one', async () => {
  const { tries, last } = hold()
  for (let n = 0; n < 4; n++) {
    last().open()
    last().end(broken)
    await pass(1000 * 2 ** n)
  }
  expect(tries).toHaveLength(5)
})

test('a focus ends the pause and a stream goes on; a new network ends both', async () => {
  const { tries, last, wake } = hold()
  for (let n = 0; n < 6; n++) {
    last().end(broken)
    await pass(60_000)
  }
  last().end(broken)
  await pass(0)
  wake('soon')
  await pass(0)
  expect(tries).toHaveLength(8)
  last().open()
  wake('soon')
  await pass(0)
  expect([tries.length, last().signal.aborted]).toEqual([8, false])
  const old = last()
  wake('now')
  await pass(0)
  expect([tries.length, old.signal.aborted]).toEqual([9, true])
  // and the pauses begin anew
  last().end(broken)
  await pass(1000)
  expect(tries).toHaveLength(10)
})

test('waits for as long as a busy server asks, also at a focus', async () => {
  const { tries, last, wake } = hold(0.5)
  last().end({ kind: 'refused', status: 503, after: 30_000 })
  await pass(30_000)
  wake('soon')
  await pass(400)
  expect(tries).toHaveLength(1)
  await pass(100)
  expect(tries).toHaveLength(2)
})

test.each([401, 404, 405, 200])('gives up at %d', async (status) => {
  const { last, ended } = hold()
  last().end({ kind: 'refused', status, after: undefined })
  expect(await ended).toBe(status)
  expect(vi.getTimerCount()).toBe(0)
})

test('ends with its signal, in a stream and in a pause', async () => {
  const streaming = hold()
  streaming.last().open()
  streaming.stop.abort()
  expect(await streaming.ended).toBeUndefined()
  expect(streaming.stands).toEqual([true, false])
  const pausing = hold()
  pausing.last().end(broken)
  await pass(0)
  pausing.stop.abort()
  expect(await pausing.ended).toBeUndefined()
  expect(vi.getTimerCount()).toBe(0)
})
