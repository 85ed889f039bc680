import { written } from '../../src/sync/outbox-steps.ts'
import type { Change, Snapshot } from '../../src/sync/outbox-store.ts'

/** Combines two steps into one: the second one sees what the first one writes. */
export function andThen<T>(
  all: Snapshot,
  first: (seen: Snapshot) => Change<unknown>,
  second: (seen: Snapshot) => Change<T>,
): Change<T> {
  const one = first(all)
  const session = one.session === undefined ? all.session : (one.session ?? undefined)
  const two = second({ rows: written(all.rows, one), session })
  const put = written(one.put ?? [], two)
  return { ...one, ...two, put, remove: [...(one.remove ?? []), ...(two.remove ?? [])] }
}
