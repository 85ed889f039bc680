import type { FromWorker } from '../contract/sw-messages.ts'

declare const self: ServiceWorkerGlobalScope

/** Sends a message to every open page of this app. */
export async function tellPages(message: FromWorker): Promise<void> {
  for (const page of await self.clients.matchAll({ type: 'window' })) page.postMessage(message)
}

/** Whether a page of the app is visible. It shows toasts, so no notification is needed. */
export async function isAnyPageVisible(): Promise<boolean> {
  const pages = await self.clients.matchAll({ type: 'window' })
  return pages.some((page) => page.visibilityState === 'visible')
}
