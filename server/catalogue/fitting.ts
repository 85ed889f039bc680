import { limits } from '../../contract/limits.ts'

/** Things read by the first query of an answer, and most of a later one. */
const batch = { first: 10, most: 100 }
/** Bytes of an id in the list of deletions. */
const deletedBytes = 39

interface Fitting<Change, Thing> {
  things: Thing[]
  /** the changes that the things and deletions of this step are of */
  taken: Change[]
}

/**
 * Reads the things of a feed's changes, in their order, as far as they fit into `limits.answerBytes`; at least the first.
 * It reads them in batches, so that not much more is read than sent. A thing that is gone meanwhile is left out.
 */
export async function readFitting<Change extends { id: string; deleted?: boolean }, Thing extends { _id: string }>(
  changes: readonly Change[],
  read: (ids: string[]) => Promise<Thing[]>,
): Promise<Fitting<Change, Thing>> {
  const things: Thing[] = []
  let bytes = 0
  for (let at = 0, size = batch.first; at < changes.length; ) {
    const part = changes.slice(at, at + size)
    const ids = part.filter(({ deleted }) => !deleted).map(({ id }) => id)
    const found = new Map((await read(ids)).map((thing) => [thing._id, thing]))
    for (const { id } of part) {
      const thing = found.get(id)
      bytes += thing ? Buffer.byteLength(JSON.stringify(thing)) + 1 : deletedBytes
      if (bytes > limits.answerBytes && at > 0) return { things, taken: changes.slice(0, at) }
      if (thing) things.push(thing)
      at++
    }
    size = Math.max(1, Math.min(batch.most, Math.floor((limits.answerBytes - bytes) / (bytes / at))))
  }
  return { things, taken: [...changes] }
}
