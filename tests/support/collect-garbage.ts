import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
// the flag makes this global of every new context
const collect = runInNewContext('gc') as () => void

/** Bytes in use after everything that can go has gone. */
export async function memoryInUse(): Promise<number> {
  for (let turn = 0; turn < 3; turn++) {
    collect()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
