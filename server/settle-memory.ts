import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Milliseconds: by then a start has settled; how often is looked whether the shop is at rest. */
const times = { afterStart: 1000, look: 10_000 }
/** The share of its time that a server at rest may be at work. */
const atRest = 0.02
/** Bytes more than after the last time that are worth the 40 ms of work. */
const worthwhile = 1024 * 1024

/**
 * Gives back what starting and busy hours took: compiled schemas, sources, a young generation grown for them. V8 would
 * keep those 40 MB until the memory is short, on a small machine too long. Works while nobody asks for anything.
 */
export function settleMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect: NodeJS.GCFunction = runInNewContext('gc')
  let before = performance.eventLoopUtilization()
  let settled = 0
  const look = async () => {
    const { utilization } = performance.eventLoopUtilization(before)
    before = performance.eventLoopUtilization()
    const grown = process.memoryUsage.rss() - settled
    if (settled > 0 && (utilization > atRest || grown < worthwhile)) return
    await collect({ type: 'major', execution: 'async', flavor: 'last-resort' })
    settled = process.memoryUsage.rss()
  }
  setTimeout(() => void look(), times.afterStart).unref()
  setInterval(() => void look(), times.look).unref()
}
