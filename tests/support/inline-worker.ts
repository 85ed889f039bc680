import { vi } from 'vitest'
import { type Job, runJob } from '../../src/tables/spreadsheet-worker.ts'

/** A spreadsheet worker for jsdom, which has no workers: does its job in the page. */
class InlineWorker extends EventTarget {
  postMessage(job: Job): void {
    void runJob(job).then((data) => this.dispatchEvent(new MessageEvent('message', { data })))
  }
  terminate(): void {}
}

/** Until the test unstubs its globals. */
export function stubWorker(): void {
  vi.stubGlobal('Worker', InlineWorker)
}
