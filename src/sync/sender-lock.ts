import type { Sender } from './outbox-types.ts'

/** The part of the Web Locks API that is used. The browser releases a lock when its holder dies. */
export interface Locks {
  request<T>(name: string, options: { ifAvailable: true }, work: (lock: unknown) => Promise<T>): Promise<T>
}

/**
 * One sender per device by the Web Lock `name`. Where locks are missing (plain HTTP) or refused (site data blocked), two may work at
 * once: the server recognises duplicates by the idempotency key, and takes each byte of a file once.
 */
export function lockSender(locks: Locks | undefined, name = 'outbox'): Sender {
  return async (work) => {
    if (!locks) return work()
    let begun = false
    try {
      return await locks.request(name, { ifAvailable: true }, async (lock) => {
        begun = true
        return lock ? work() : 'busy'
      })
    } catch (error) {
      // any other error comes from `work` or this page; another page may hold the lock
      if (begun || !(error instanceof DOMException && error.name === 'SecurityError')) throw error
      return work()
    }
  }
}
