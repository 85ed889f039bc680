import { createHash } from 'node:crypto'
import { v7 } from 'uuid'
import type { EventFile, FileType, RefusedFile } from '../../contract/files.ts'
import { recordChange } from '../orders/order-feed-table.ts'
import { lockOrder } from '../orders/orders-table.ts'
import { isoNow } from '../platform/clock.ts'
import type { Handle } from '../platform/db/handle.ts'
import { refuse } from '../platform/refusal.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { announcedRow } from './announce.ts'
import { type FileOfOrder, findFile, insertFiles, updateFile } from './files-table.ts'
import { keyOf } from './open-files.ts'

/** Puts an order and one of its events into the feed again, so that both sides read it anew. */
async function ring(
  deps: ServiceDeps,
  tx: Handle,
  { order, event }: { order: { id: string; buyer_id: string }; event: string },
) {
  const feed_seq = await recordChange(tx, order, { at: isoNow(deps.clock) })
  await tx.query.updateTable('order_event').set({ feed_seq }).where('id', '=', event).execute()
}

/**
 * Says of an announced file that it is here, or why it was refused, in a transaction that locks its order. Returns the file as it is then: one
 * that is here stays here. Refuses with `not-found` when order or file are gone.
 */
export async function settleFile(
  deps: ServiceDeps,
  tx: Handle,
  { file, settled }: { file: { id: string; order_id: string }; settled: 'here' | RefusedFile },
): Promise<FileOfOrder> {
  const order = await lockOrder(tx, file.order_id)
  const row = order && (await findFile(tx, file.id))
  if (!order || !row) throw refuse('not-found')
  if (row.state !== 'announced') return row
  const change =
    settled === 'here'
      ? { state: 'here' as const, here_at: isoNow(deps.clock) }
      : { state: 'refused' as const, reason: settled }
  await updateFile(tx, row.id, change)
  await ring(deps, tx, { order, event: row.event_id })
  return { ...row, ...change }
}

/** A file that the server has made for an order. */
interface MadeFile {
  orderId: string
  /** the event that names it, whose body has to have the returned file among its `files` */
  event: string
  author: { id: string }
  name: string
  type: FileType
  bytes: Uint8Array
}

/** A stored file, and what writes it down in the transaction of its event; it is here at once then. */
interface StoredFile {
  file: EventFile
  record(tx: Handle): Promise<void>
}

/**
 * Stores a file that the server has made, before the transaction of its event. When that is rolled back, the bytes are swept a day later.
 * Limits of what people send do not count.
 */
export async function storeFile(deps: ServiceDeps, made: MadeFile): Promise<StoredFile> {
  const { bytes, name, type } = made
  const file = { _id: v7(), name, type, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
  await deps.files.put(keyOf(made.orderId, file._id), bytes, type)
  const at = isoNow(deps.clock)
  const row = announcedRow({ ...made, side: 'shop' }, file, at)
  const record = async (tx: Handle) => void (await insertFiles(tx, [{ ...row, state: 'here', here_at: at }]))
  return { file: { ...file, here: true }, record }
}
