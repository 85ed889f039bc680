import { setTimeout as sleep } from 'node:timers/promises'
import type { Health } from '../../contract/service.ts'
import { getCatalogueState } from '../db/catalogue-state.ts'
import { withTimeout } from '../db/database.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { refuse } from './refusal.ts'

/** `off`: not set up; `unknown`: not checked yet. */
type State = 'ok' | 'away' | 'off' | 'unknown'

/** What the shop needs besides its database. */
export interface Dependency {
  name: 'mail' | 'pictures'
  /** rejects if it does not work; undefined: not set up */
  check: (() => Promise<void>) | undefined
  /** what to do, and what happens until then */
  hint: string
}

interface Watching {
  log: Record<'info' | 'warn', (details: object, message: string) => void>
  /** milliseconds: pause after a check that succeeded and after one that failed, and timeout of a check */
  times?: { every: number; again: number; timeout: number } | undefined
}

const usualTimes = { every: 60_000, again: 10_000, timeout: 15_000 }

/** Checks the dependencies in the background, so that no call is delayed by a mail server that hangs. Logs each change. */
export function watchDependencies(dependencies: readonly Dependency[], { log, times = usualTimes }: Watching) {
  const states = new Map<string, State>(dependencies.map(({ name, check }) => [name, check ? 'unknown' : 'off']))
  const stop = new AbortController()

  async function watch({ name, check, hint }: Dependency): Promise<void> {
    while (check && !stop.signal.aborted) {
      const reason = await Promise.race([
        check().then(
          () => undefined,
          (error: unknown) => (error instanceof Error ? error.message : String(error)),
        ),
        sleep(times.timeout, 'It does not answer.', { ref: false }),
      ])
      if (stop.signal.aborted) return
      const isAway = reason !== undefined
      const wasAway = states.get(name) === 'away'
      if (isAway && !wasAway) log.warn({ part: name }, `${reason} ${hint}`)
      if (!isAway && wasAway) log.info({ part: name }, 'works again')
      states.set(name, isAway ? 'away' : 'ok')
      const pause = isAway ? times.again : times.every
      await sleep(pause, undefined, { signal: stop.signal, ref: false }).catch(() => {})
    }
  }

  return {
    states: (): ReadonlyMap<string, State> => states,
    start(): void {
      for (const dependency of dependencies) void watch(dependency)
    },
    stop: () => stop.abort(),
  }
}

export type Dependencies = ReturnType<typeof watchDependencies>

/** Whether the database works, else its error; with `parts`, whether all that is set up works: refuses with `busy` while mail or pictures do not. */
export async function checkHealth({ db }: ServiceDeps, parts?: Pick<Dependencies, 'states'>): Promise<Health> {
  await withTimeout(db, getCatalogueState(db))
  const states = [...(parts?.states() ?? [])]
  const away = states.filter(([, state]) => state === 'away').map(([name]) => name)
  if (away.length > 0) throw refuse('busy', { detail: `Not ready: ${away.join(' and ')} cannot be reached.` })
  // none of them is away
  const shown = Object.fromEntries(states) as Record<string, Exclude<State, 'away'>>
  return { status: 'ok', database: 'ok', ...shown }
}
