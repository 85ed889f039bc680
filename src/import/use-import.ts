import { useEffect, useSyncExternalStore } from 'react'
import { type Deps, useDeps } from '../db/use-deps.tsx'
import { useSession } from '../db/use-session.ts'
import { createImport, type ImportRun } from './import-run.ts'

/** The import of each page. One that runs or has stopped halfway outlives its screen, for a visit elsewhere or another login. */
const imports = new WeakMap<Deps, { userId: string | undefined; run: ImportRun }>()

function importOf(deps: Deps, userId: string | undefined): ImportRun {
  const last = imports.get(deps)
  if (last && last.userId === userId) return last.run
  last?.run.cancel()
  const run = createImport(deps)
  imports.set(deps, { userId, run })
  return run
}

/** The import of a spreadsheet, with where it is. */
export function useImport() {
  const deps = useDeps()
  const userId = useSession()?.userId
  const run = importOf(deps, userId)
  const state = useSyncExternalStore(run.subscribe, run.get)
  const isSending = state.progress?.kind === 'importing' || state.progress?.kind === 'pictures'
  useEffect(() => {
    if (!isSending) return
    // a closed tab ends the import halfway
    const ask = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isSending])
  useEffect(() => run.leave, [run])
  return { ...run, ...state }
}

export type Import = ReturnType<typeof useImport>
