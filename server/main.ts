import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Settings } from './settings.ts'

// caches the stripped types: starts in half the time with 20 MB less
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url)))
const { readSettings } = await import('./settings.ts')
const { startFailure } = await import('./start-failure.ts')
const { makeFilesPrivate } = await import('./storage/byte-store.ts')

makeFilesPrivate()
let settings: Settings | undefined
try {
  settings = readSettings(process.env)
  // afterwards, because it loads the whole server
  const { start } = await import('./start-server.ts')
  await start(settings)
} catch (error) {
  console.error(startFailure(error, settings))
  process.exit(1)
}
