import type { Compilable, CompiledQuery } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Handle } from './handle.ts'

/** Stands for the value with this number, of those that a call gives. */
class Place {
  readonly at: number
  constructor(at: number) {
    this.at = at
  }
}

/** Adds the values in a record or list to `all`, and returns its form: its names or length, and which of it are records or lists. */
function readValues(value: object, all: unknown[]): string {
  const names = Array.isArray(value) ? `${value.length}` : Object.keys(value).join()
  let inside = ''
  for (const inner of Array.isArray(value) ? value : Object.values(value))
    if (typeof inner === 'object' && inner !== null) inside += readValues(inner, all)
    else {
      inside += '.'
      all.push(inner)
    }
  return `${names}(${inside})`
}

/** The same value with places instead of the values in it. */
function placesIn(value: unknown, next: () => Place): unknown {
  if (Array.isArray(value)) return value.map((inner) => placesIn(inner, next))
  if (typeof value !== 'object' || value === null) return next()
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, placesIn(inner, next)]))
}

/** Most forms of one query in the cache: lists of another length make another one. */
const mostForms = 100

/**
 * A query that runs so often that building and compiling it for each call is a cost. The values are texts, numbers, null, and records and lists of
 * them. `build` runs once for each form of them, and gets places instead of values: what it makes must not depend on what they are. Returns a
 * function that runs the query with the values of a call and answers its rows.
 */
export function compiledOnce<V extends object, R>(build: (db: Handle, values: V) => Compilable<R>) {
  const forms = new LRUCache<string, CompiledQuery<R>>({ max: mostForms })
  return async (db: Handle, values: V): Promise<R[]> => {
    const all: unknown[] = []
    const form = db.dialect + readValues(values, all)
    let query = forms.get(form)
    if (!query) {
      let at = 0
      // Kysely takes them for values, which it hands on as they are
      query = build(db, placesIn(values, () => new Place(at++)) as V).compile()
      forms.set(form, query)
    }
    const parameters = query.parameters.map((value) => (value instanceof Place ? all[value.at] : value))
    return (await db.query.executeQuery<R>({ ...query, parameters })).rows
  }
}
