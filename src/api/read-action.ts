import type { AdminAction } from '../../contract/admin-log.ts'
import { isRecord, readText } from '../lib/record.ts'
import { readId, readList, readRows, readTime } from './read-value.ts'

/** The administrators' log; rows without an id are dropped. */
export function readActions(body: unknown): AdminAction[] | undefined {
  return readRows(readList(body), (row) => {
    if (!isRecord(row) || readId(row) === '' || !isRecord(row.by) || !isRecord(row.thing)) return undefined
    const changes = readRows(readList(row.changes), (change) =>
      isRecord(change)
        ? { field: readText(change.field), from: readText(change.from), to: readText(change.to) }
        : undefined,
    )
    return {
      _id: readId(row),
      at: readTime(row.at),
      // the screen has a text for unknown kinds
      kind: readText(row.kind) as AdminAction['kind'],
      by: { _id: readId(row.by), name: readText(row.by.name) },
      thing: {
        kind: readText(row.thing.kind) as AdminAction['thing']['kind'],
        _id: readId(row.thing),
        name: readText(row.thing.name),
      },
      changes: changes ?? [],
    }
  })
}
