import { executionAsyncResource } from 'node:async_hooks'
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Settings } from './settings.ts'

/**
 * A call of `nextTick` takes 60 ns, but 470 from the first full garbage collection on that finds no record of one, since V8 then
 * forgets their shape: one record is kept. An answer has seven such calls (docs/performance.md).
 */
export const ticks: object[] = []
process.nextTick(() => ticks.push(executionAsyncResource()))

// caches the stripped types: starts in half the time with 20 MB less
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url)))
const { readSettings } = await import('./settings.ts')
const { start } = await import('./start.ts')
const { startFailure } = await import('./start-failure.ts')
const { makeFilesPrivate } = await import('./private-files.ts')

makeFilesPrivate()
let settings: Settings | undefined
try {
  settings = readSettings(process.env)
  await start(settings)
} catch (error) {
  console.error(startFailure(error, settings))
  process.exit(1)
}
