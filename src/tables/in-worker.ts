import type { Job, JobMessage, Jobs } from './spreadsheet-worker.ts'

/** Why a file could not be read or written: it took too long, or (`failed`) the worker or the file is broken. */
export class SpreadsheetFailure extends Error {
  readonly kind: 'timeout' | 'failed'
  constructor(kind: 'timeout' | 'failed', cause?: unknown) {
    super(`spreadsheet worker: ${kind}`, { cause })
    this.kind = kind
  }
}

/** For 20,000 rows on a slow phone; milliseconds. A hostile file could be read for hours. */
export const jobTimeout = 90_000

/** Does a job in a worker, which it ends when `jobTimeout` is over. Throws `SpreadsheetFailure`, and the signal's reason when it is aborted. */
export async function inWorker<Kind extends Job['kind']>(
  kind: Kind,
  given: Jobs[Kind]['given'],
  signal: AbortSignal,
): Promise<Jobs[Kind]['answer']> {
  signal.throwIfAborted()
  const worker = new Worker(new URL('./spreadsheet-worker.ts', import.meta.url), { type: 'module' })
  const ended = new AbortController()
  try {
    return await new Promise((resolve, reject) => {
      const fail = (how: 'timeout' | 'failed', cause?: unknown) => reject(new SpreadsheetFailure(how, cause))
      signal.addEventListener('abort', () => reject(signal.reason), { signal: ended.signal })
      const timer = setTimeout(() => fail('timeout'), jobTimeout)
      ended.signal.addEventListener('abort', () => clearTimeout(timer))
      worker.addEventListener('error', (event) => fail('failed', event.message))
      worker.addEventListener('messageerror', () => fail('failed'))
      worker.addEventListener('message', ({ data }: MessageEvent<JobMessage>) => {
        if (data.kind === 'failed') fail('failed', data.reason)
        // the worker answers the job that it was given
        else resolve(data.answer as Jobs[Kind]['answer'])
      })
      worker.postMessage({ kind, ...given })
    })
  } finally {
    ended.abort()
    worker.terminate()
  }
}
