import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
// the flag makes this global of every new context
const collect = runInNewContext('gc') as () => void

/** Bytes in use with all garbage: never fewer than after it has gone. */
export function memoryHeld(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Bytes in use after everything that can go has gone, or as soon as they are fewer than `enough`: collecting takes long. */
export async function memoryInUse(enough = 0): Promise<number> {
  let used = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < 3 && used >= enough; turn++) {
    collect()
    await new Promise((resolve) => setImmediate(resolve))
    used = memoryHeld()
  }
  return used
}
