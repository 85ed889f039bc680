import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isUuid } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { day, isoNow } from '../clock.ts'
import { transact } from '../db/transact.ts'
import { wasRefused } from '../http/refusal.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { listAwaited, listLate, listWanted, parseFileKey, thumbOf } from './order-files.ts'
import { dropIncoming, settleFile } from './uploads.ts'

/** Files that are looked for in the database at once. */
const step = 200

/** Refuses files that were announced seven days ago and have not come. Their authors can choose them again. */
async function giveUpLate(deps: ServiceDeps, signal?: AbortSignal): Promise<void> {
  const before = isoNow(deps.clock, -limits.fileDays * day)
  for (
    let late = await listLate(deps.db, before, step);
    late.length > 0;
    late = await listLate(deps.db, before, step)
  ) {
    for (const file of late) {
      if (signal?.aborted) return
      // its order was deleted meanwhile
      await wasRefused(transact(deps.db, (tx) => settleFile(deps, tx, { file, settled: 'fileLate' })))
      await dropIncoming(deps, file.id)
    }
  }
}

async function* oldIncoming({ incoming }: ServiceDeps, before: number): AsyncGenerator<string> {
  for (const name of await readdir(incoming).catch(() => [])) {
    // a server that was killed may have left only the description of what it had taken
    const id = name.replace(/\.(json|checked)$/, '')
    const found = isUuid(id) ? await stat(join(incoming, name)).catch(() => undefined) : undefined
    if (found && found.mtimeMs < before) yield id
  }
}

/** Takes what comes in batches. */
async function* inSteps<T>(all: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const each of all) {
    batch.push(each)
    if (batch.length < step) continue
    yield batch
    batch = []
  }
  yield batch
}

/**
 * Deletes bytes that no order has, of deleted orders and of transactions that were rolled back, when they are older than a day, and gives up
 * files that have not come in seven days. `now`: ms since 1970 by the clock of the disk.
 */
export async function cleanFiles(
  deps: ServiceDeps,
  { signal, now = Date.now() }: { signal?: AbortSignal; now?: number } = {},
): Promise<void> {
  await giveUpLate(deps, signal)
  const old = now - day
  for await (const ids of inSteps(oldIncoming(deps, old))) {
    const awaited = await listAwaited(deps.db, ids)
    for (const id of ids) if (!awaited.has(id)) await dropIncoming(deps, id)
  }
  for await (const stored of inSteps(deps.files.list())) {
    if (signal?.aborted) return
    const keyed = stored.flatMap(({ key, modified }) => {
      const ids = parseFileKey(key)
      return ids && modified.getTime() < old ? [{ key, fileId: ids.fileId }] : []
    })
    const wanted = await listWanted(deps.db, [...new Set(keyed.map(({ fileId }) => fileId))])
    for (const { key, fileId } of keyed) if (!wanted.has(fileId)) await deps.files.delete(key)
  }
}

/** Deletes the bytes of files whose order was deleted. What fails is left to `cleanFiles`. */
export async function dropFiles(deps: ServiceDeps, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    const id = parseFileKey(key)?.fileId ?? ''
    const all = [dropIncoming(deps, id), deps.files.delete(key), deps.files.delete(thumbOf(key))]
    await Promise.allSettled(all)
  }
}
