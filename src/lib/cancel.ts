export class TimeUp extends Error {
  override name = 'TimeUp'
}

/** A signal that aborts with `parent` or after `milliseconds`, until `done` (`AbortSignal.any` is in Safari only from 17.4). */
export function cancelAfter(milliseconds: number | undefined, parent?: AbortSignal) {
  const controller = new AbortController()
  const follow = () => controller.abort(parent?.reason)
  if (parent?.aborted) follow()
  parent?.addEventListener('abort', follow, { once: true })
  const timer =
    milliseconds === undefined ? undefined : setTimeout(() => controller.abort(new TimeUp('time is up')), milliseconds)
  return {
    signal: controller.signal,
    abort: () => controller.abort(),
    done() {
      clearTimeout(timer)
      parent?.removeEventListener('abort', follow)
    },
  }
}

/** Resolves after the time, or when the signal aborts. Never rejects. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal?.addEventListener('abort', end, { once: true })
  })
}

/** The result of `work`, or undefined when that takes longer than `milliseconds`; the work itself goes on. */
export function within<T>(milliseconds: number, work: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
