import { doJob, type Job, type JobMessage } from './job.ts'

const tell = (message: JobMessage) => postMessage(message)

/** Reads and writes files beside the page, one job for each worker (`in-worker.ts`). */
addEventListener('message', ({ data }: MessageEvent<Job>) => {
  doJob(data, (done, of) => tell({ kind: 'progress', done, of })).then(
    (answer) => tell({ kind: 'done', answer }),
    (error: unknown) => tell({ kind: 'failed', reason: String(error) }),
  )
})
