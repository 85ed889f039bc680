import { access } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The worker sent in place of the real one when that turned out to be broken: it drops every cache, unregisters itself
 * and reloads the open pages from the network. What people saved, IndexedDB, is not touched.
 */
export const killSwitchWorker = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) await caches.delete(name)
    await self.registration.unregister()
    for (const client of await self.clients.matchAll({ type: 'window' })) {
      await client.navigate(client.url).catch(() => undefined)
    }
  })())
})
`

/** On by the setting, or at once and without a restart by a file `kill-switch` in the data folder. */
export async function isKilled(settings: { dataDir: string; killSwitch?: boolean | undefined }): Promise<boolean> {
  if (settings.killSwitch) return true
  return access(join(settings.dataDir, 'kill-switch')).then(
    () => true,
    () => false,
  )
}
