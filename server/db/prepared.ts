import { type Compilable, type CompiledQuery, type Expression, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { DialectName, Handle } from './handle.ts'

/** Of queries over several rows, so many lengths are kept per dialect. */
const keptLengths = 16

/** The place in a prepared query of a value that comes with each call. */
class Gap {
  readonly row: number
  readonly name: string

  constructor(row: number, name: string) {
    this.row = row
    this.name = name
  }
}

/** What a query is built from in place of values. */
export type Gaps<V> = { readonly [K in keyof V]: Expression<V[K]> }

function gapsOf<V>(row: number): Gaps<V> {
  const gaps = new Proxy({}, { get: (_, name) => sql.val(new Gap(row, String(name))) })
  // the type alone knows the names; every one of them has a gap
  return gaps as Gaps<V>
}

type Ask<G, O> = (handle: Handle, given: G) => Promise<O[]>

/** `prepared`, for a query over a list of rows. It is built once for each of the usual lengths. */
export function preparedRows<V extends object, O>(
  build: (handle: Handle, rows: Gaps<V>[]) => Compilable<O>,
): Ask<readonly V[], O> {
  const kept = () => new LRUCache<number, CompiledQuery<O>>({ max: keptLengths })
  const known: Record<DialectName, LRUCache<number, CompiledQuery<O>>> = { sqlite: kept(), postgres: kept() }
  return async (handle, rows) => {
    let query = known[handle.dialect].get(rows.length)
    if (!query) {
      query = build(
        handle,
        Array.from(rows, (_, row) => gapsOf<V>(row)),
      ).compile()
      known[handle.dialect].set(rows.length, query)
    }
    const parameters = query.parameters.map((value) =>
      value instanceof Gap ? Reflect.get(rows[value.row] ?? {}, value.name) : value,
    )
    return (await handle.query.executeQuery<O>({ ...query, parameters })).rows
  }
}

/**
 * A query that is asked often: Kysely builds and compiles it once per dialect, which takes longer than SQLite needs to
 * answer it, and each call fills in its values. The names of the values are those of the gaps.
 */
export function prepared<V extends object, O>(build: (handle: Handle, gaps: Gaps<V>) => Compilable<O>): Ask<V, O> {
  const ask = preparedRows<V, O>((handle, [gaps = gapsOf<V>(0)]) => build(handle, gaps))
  return (handle, values) => ask(handle, [values])
}
