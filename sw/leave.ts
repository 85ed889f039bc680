/*
 * A browser keeps a new version waiting until the old worker has nothing to do, for up to five minutes. On a bad line that is
 * long after the person has pressed Reload, so the old worker then ends its events. What it was sending is sent again by the
 * new one: the outbox knows what has arrived.
 */

const leaving = new AbortController()

/** Aborts when a new version takes over. */
export const left = leaving.signal

const whenLeft = new Promise<never>((_, reject) => {
  left.addEventListener('abort', () => reject(new TypeError('A new version takes over')))
})
whenLeft.catch(() => undefined)

/** Ends all events of this worker. */
export function leave(): void {
  leaving.abort()
}

/** The work of an event, which fails like a lost connection when the worker leaves. */
export function untilLeft<T>(work: Promise<T>): Promise<T> {
  return Promise.race([work, whenLeft])
}
