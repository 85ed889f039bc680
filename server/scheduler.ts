import { setTimeout } from 'node:timers/promises'

/** Milliseconds. Together with running requests, this must fit into the time that a process gets to stop. */
const stopTimeout = 5_000

export interface Job {
  /** milliseconds */
  every: number
  /** the signal aborts when the server stops */
  run: (signal: AbortSignal) => Promise<unknown>
  /** rounds that may run at the same time; by default one */
  abreast?: number
}

export interface JobLog {
  error(details: object, message: string): void
  warn(details: object, message: string): void
}

/**
 * Runs the recurring tasks. Returns a function that stops them and waits for running rounds, at
 * most `timeout` milliseconds. A mail that is cut off then is sent again after the next start, with the same Message-ID.
 */
export function runJobs(jobs: readonly Job[], log: JobLog, timeout = stopTimeout): () => Promise<void> {
  const stop = new AbortController()
  const running = new Set<Promise<unknown>>()
  const timers = jobs.map((job) => {
    let busy = 0
    const round = () => {
      if (busy >= (job.abreast ?? 1)) return
      busy++
      const work = job
        .run(stop.signal)
        .catch((error: unknown) => log.error({ err: error }, 'a job failed'))
        .finally(() => {
          busy--
          running.delete(work)
        })
      running.add(work)
    }
    return setInterval(round, job.every).unref()
  })
  return async () => {
    for (const timer of timers) clearInterval(timer)
    stop.abort()
    await Promise.race([Promise.all(running), setTimeout(timeout, undefined, { ref: false })])
  }
}
