import { vi } from 'vitest'
import { doJob, type Job, type JobMessage } from '../../src/tables/job.ts'

/** A spreadsheet worker for jsdom, which has no workers: does its job in the page. */
class InlineWorker extends EventTarget {
  postMessage(job: Job): void {
    const tell = (data: JobMessage) => this.dispatchEvent(new MessageEvent('message', { data }))
    doJob(job, (done, of) => tell({ kind: 'progress', done, of })).then(
      (answer) => tell({ kind: 'done', answer }),
      (error: unknown) => tell({ kind: 'failed', reason: String(error) }),
    )
  }
  terminate(): void {}
}

/** Until the test unstubs its globals. */
export function stubWorker(): void {
  vi.stubGlobal('Worker', InlineWorker)
}
