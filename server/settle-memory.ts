import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Milliseconds: by then a start has settled. */
const afterStart = 1000

/**
 * Gives back, once, what starting took: compiled schemas, sources, a young generation grown for them. V8 would keep
 * those 40 MB until the memory is short, on a small machine too long.
 */
export function settleMemory(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc')
    const collect: NodeJS.GCFunction = runInNewContext('gc')
    void collect({ type: 'major', execution: 'async', flavor: 'last-resort' })
  }, afterStart).unref()
}
