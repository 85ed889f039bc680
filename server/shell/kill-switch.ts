import { access } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Replaces a broken service worker: it deletes every cache, unregisters itself and reloads the open pages from the network.
 * It does not touch IndexedDB, where people's data is.
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

/** Whether the kill switch is on: by the setting, or without a restart by a file `kill-switch` in the data folder. */
export async function isKilled(settings: { dataDir: string; killSwitch?: boolean | undefined }): Promise<boolean> {
  if (settings.killSwitch) return true
  return access(join(settings.dataDir, 'kill-switch')).then(
    () => true,
    () => false,
  )
}
