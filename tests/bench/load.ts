import { type Answered, RawConnection } from './raw-http.ts'
import { processorTime } from './shop.ts'

export interface Load {
  port: number
  connections: number
  seconds: number
  /** the nth request; a fresh one each time for what must not repeat */
  request: (n: number) => Buffer
}

export interface LoadResult {
  /** answers a second, of any status */
  rate: number
  /** ms */
  p50: number
  p95: number
  statuses: Record<number, number>
  /** connections cut, requests without an answer */
  failed: number
  /** of one answer, head and body; the mean */
  bytes: number
}

/** A load and what each of its answers cost the process `pid`, µs of processor time. */
export async function costOf(pid: number, load: () => Promise<LoadResult>): Promise<LoadResult & { cost: number }> {
  const before = await processorTime(pid)
  const result = await load()
  const answers = Object.values(result.statuses).reduce((sum, n) => sum + n, 0)
  return { ...result, cost: (((await processorTime(pid)) - before) * 1000) / answers }
}

class Tally {
  private readonly times: number[] = []
  private readonly statuses: Record<number, number> = {}
  private failed = 0
  private bytes = 0

  add(answer: Answered | Error) {
    if (answer instanceof Error) {
      this.failed++
      return
    }
    this.times.push(answer.ms)
    this.bytes += answer.bytes
    this.statuses[answer.status] = (this.statuses[answer.status] ?? 0) + 1
  }

  result(ms: number): LoadResult {
    const sorted = Float64Array.from(this.times).sort()
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
    const { statuses, failed } = this
    const count = sorted.length
    const [p50, p95] = [at(0.5), at(0.95)]
    return { rate: (count * 1000) / ms, p50, p95, statuses, failed, bytes: this.bytes / count }
  }
}

/** As many connections as said, each sending its next request when it has its answer: finds out how fast a server can be. */
export async function closedLoop({ port, connections, seconds, request }: Load): Promise<LoadResult> {
  const tally = new Tally()
  const start = performance.now()
  const end = start + seconds * 1000
  let n = 0
  const run = () =>
    new Promise<void>((resolve) => {
      let connection = new RawConnection(port)
      const next = () => {
        if (performance.now() >= end) {
          connection.close()
          return resolve()
        }
        connection.send(request(n++), (answer) => {
          tally.add(answer)
          if (!(answer instanceof Error)) return next()
          connection.close()
          connection = new RawConnection(port)
          setTimeout(next, 20)
        })
      }
      next()
    })
  await Promise.all(Array.from({ length: connections }, run))
  return tally.result(performance.now() - start)
}
