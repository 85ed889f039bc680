/**
 * Firefox has `BroadcastChannel` but throws when one is made while all cookies are blocked. Dexie makes one as soon as it
 * is loaded, and does without where there is none.
 */
export function hideBlockedChannel(): void {
  try {
    new BroadcastChannel('probe').close()
  } catch {
    Reflect.deleteProperty(globalThis, 'BroadcastChannel')
  }
}
