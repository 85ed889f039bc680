import type { Health } from '../../contract/health.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { getCatalogueState } from './db/catalogue-state.ts'
import { withTimeout } from './db/timeout.ts'
import { done, type Outcome, refuse } from './outcome.ts'
import type { PartState, Parts } from './watch-parts.ts'

/** Throws the database's error if it does not answer. */
export async function checkHealth({ db }: ServiceDeps): Promise<Health> {
  await withTimeout(db, getCatalogueState(db))
  return { status: 'ok', database: 'ok' }
}

/** Whether everything that is set up works. Refuses with `busy` while mail or pictures do not; throws like `checkHealth`. */
export async function checkReady(deps: ServiceDeps, parts: Pick<Parts, 'states'>): Promise<Outcome<Health>> {
  const health = await checkHealth(deps)
  const states = parts.states()
  const away = [...states].filter(([, state]) => state === 'away').map(([name]) => name)
  if (away.length > 0) return refuse('busy', { detail: `Not ready: ${away.join(' and ')} cannot be reached.` })
  // none of them is away
  const shown = Object.fromEntries(states) as Record<string, Exclude<PartState, 'away'>>
  return done({ ...health, ...shown })
}
