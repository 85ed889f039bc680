import type { Health } from '../../contract/service.ts'
import { getCatalogueState } from '../db/catalogue-state.ts'
import { withTimeout } from '../db/timeout.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { refuse } from './refusal.ts'
import type { PartState, Parts } from './watch-parts.ts'

/**
 * Whether the database works; with `parts`, whether all that is set up works: refuses with `busy` while mail or pictures do not.
 * Throws the database's error if it does not answer.
 */
export async function checkHealth({ db }: ServiceDeps, parts?: Pick<Parts, 'states'>): Promise<Health> {
  await withTimeout(db, getCatalogueState(db))
  const states = parts?.states() ?? new Map<string, PartState>()
  const away = [...states].filter(([, state]) => state === 'away').map(([name]) => name)
  if (away.length > 0) throw refuse('busy', { detail: `Not ready: ${away.join(' and ')} cannot be reached.` })
  // none of them is away
  const shown = Object.fromEntries(states) as Record<string, Exclude<PartState, 'away'>>
  return { status: 'ok', database: 'ok', ...shown }
}
