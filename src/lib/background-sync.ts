/** Whether this browser has Background Sync, which sends what waits after the shop was closed. Safari and Firefox have none. */
export function sendsWhileClosed(): boolean {
  return 'serviceWorker' in navigator && 'SyncManager' in globalThis
}
