import { getCatalogueState } from './catalogue-state.ts'
import type { Database } from './client.ts'
import { withTimeout } from './timeout.ts'

/** The catalogue's version, which every write of a product or a review raises. */
export interface CatalogueVersion {
  /** Without a query: only where this process is the only writer, and after the first `read`. */
  cached(): number | undefined
  /** The version at some moment after the call. */
  read(): Promise<number>
}

/** Asks once for all who wait: those who come while a question is under way share the next one. */
function shared(ask: () => Promise<number>): () => Promise<number> {
  let running: Promise<number> | undefined
  let next: Promise<number> | undefined
  const start = () => {
    next = undefined
    running = ask().finally(() => {
      running = undefined
    })
    return running
  }
  return () => {
    if (!running) return start()
    next ??= running.then(start, start)
    return next
  }
}

/**
 * SQLite has one writer, this process, which is notified of every commit. With PostgreSQL another instance may have written,
 * so each reader asks, that is, all readers of the same instant ask together.
 */
export function watchCatalogueVersion(db: Database): CatalogueVersion {
  const ask = shared(async () => (await withTimeout(getCatalogueState(db))).version)
  if (db.dialect === 'postgres') return { cached: () => undefined, read: ask }
  let version: number | undefined
  db.onCatalogue((raised) => {
    version = Math.max(version ?? 0, raised)
  })
  return {
    cached: () => version,
    async read() {
      version ??= await ask()
      return version
    },
  }
}
