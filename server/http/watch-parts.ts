import { setTimeout as sleep } from 'node:timers/promises'

/** `off`: not set up; `unknown`: not checked yet. */
export type PartState = 'ok' | 'away' | 'off' | 'unknown'
type PartName = 'mail' | 'pictures'

export interface Part {
  name: PartName
  /** rejects if it does not work; undefined: not set up */
  check: (() => Promise<void>) | undefined
  /** what to do, and what happens until then */
  hint: string
}

interface PartLog {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

/** Milliseconds: pause after a check that succeeded and after one that failed, and timeout of a check. */
const partTimes = { every: 60_000, again: 10_000, timeout: 15_000 }

export interface PartsOptions {
  log: PartLog
  times?: typeof partTimes | undefined
}

/**
 * Checks in the background whether what the shop needs besides its database works: no call is delayed by a mail server
 * that hangs. Logs each change.
 */
export function watchParts(parts: readonly Part[], { log, times = partTimes }: PartsOptions) {
  const states = new Map(parts.map(({ name, check }): [PartName, PartState] => [name, check ? 'unknown' : 'off']))
  const stop = new AbortController()

  async function failure(check: () => Promise<void>): Promise<string | undefined> {
    const done = new AbortController()
    const timedOut = sleep(times.timeout, 'It does not answer.', { signal: done.signal, ref: false })
    const checked = check().then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    // an aborted timer rejects
    return Promise.race([checked, timedOut.catch(() => undefined)]).finally(() => done.abort())
  }

  async function watch({ name, check, hint }: Part): Promise<void> {
    while (check && !stop.signal.aborted) {
      const reason = await failure(check)
      if (stop.signal.aborted) return
      const before = states.get(name)
      if (reason !== undefined && before !== 'away') log.warn({ part: name }, `${reason} ${hint}`)
      if (reason === undefined && before === 'away') log.info({ part: name }, 'works again')
      states.set(name, reason === undefined ? 'ok' : 'away')
      const pause = reason === undefined ? times.every : times.again
      await sleep(pause, undefined, { signal: stop.signal, ref: false }).catch(() => {})
    }
  }

  return {
    states: (): ReadonlyMap<PartName, PartState> => states,
    start(): void {
      for (const part of parts) void watch(part)
    },
    stop: () => stop.abort(),
  }
}

export type Parts = ReturnType<typeof watchParts>
