import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inWorker, jobTimeout, SpreadsheetFailure } from '../../../../src/tables/in-worker.ts'

/** A worker that answers only what the test says. */
class StubWorker extends EventTarget {
  static made: StubWorker[] = []
  isTerminated = false
  constructor() {
    super()
    StubWorker.made.push(this)
  }
  postMessage(): void {}
  terminate(): void {
    this.isTerminated = true
  }
}

beforeEach(() => {
  StubWorker.made = []
  vi.stubGlobal('Worker', StubWorker)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function start() {
  const stop = new AbortController()
  const job = inWorker('writeTable', { rows: [], format: { kind: 'xlsx' } }, stop.signal)
  const [worker] = StubWorker.made
  if (!worker) throw new Error('no worker was made')
  return { job, stop, worker }
}

test('a job that never ends is ended by its timeout, and its worker with it', async () => {
  vi.useFakeTimers()
  const { job, worker } = start()
  const failure = job.catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(jobTimeout - 1)
  expect(worker.isTerminated).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await failure).toMatchObject({ kind: 'timeout' })
  expect([await failure, worker.isTerminated]).toEqual([expect.any(SpreadsheetFailure), true])
})

test('cancelling ends the worker', async () => {
  const { job, stop, worker } = start()
  stop.abort()
  await expect(job).rejects.toMatchObject({ name: 'AbortError' })
  expect(worker.isTerminated).toBe(true)
})

test.each([
  ['a worker that cannot be loaded', new ErrorEvent('error', { message: 'blocked' })],
  ['an answer that cannot be read', new MessageEvent('messageerror')],
  ['a job that failed', new MessageEvent('message', { data: { kind: 'failed', reason: 'no' } })],
])('%s is a failure, not silence', async (_title, event) => {
  const { job, worker } = start()
  worker.dispatchEvent(event)
  await expect(job).rejects.toMatchObject({ kind: 'failed' })
  expect(worker.isTerminated).toBe(true)
})

test('the answer arrives, and ends the worker', async () => {
  const { job, worker } = start()
  const answer = new Blob(['x'])
  worker.dispatchEvent(new MessageEvent('message', { data: { kind: 'done', answer } }))
  expect([await job, worker.isTerminated]).toEqual([answer, true])
})
