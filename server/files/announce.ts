import type { InvalidField } from '../../contract/field-rules.ts'
import { type FileInput, fileName } from '../../contract/files.ts'
import { limits } from '../../contract/limits.ts'
import { isUuid } from '../../contract/reference.ts'
import { day, isoNow } from '../platform/clock.ts'
import type { Handle } from '../platform/db/handle.ts'
import type { OrderFileRow } from '../platform/db/order-rows.ts'
import { refuse, refuseFields } from '../platform/refusal.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { insertFiles, sumOfAuthor, sumOfOrder } from './files-table.ts'

/** The files of an event with their ids in lower case, as all ids are, and names without signs of direction; or what is wrong with them. */
export function readFiles(files: readonly FileInput[]): { files: FileInput[]; wrong: InvalidField[] } {
  const read = files.map((file) => ({ ...file, _id: file._id.toLowerCase(), name: fileName(file.name) }))
  const wrong = read.flatMap(({ _id }, at): InvalidField[] => {
    const path = `files.${at}._id`
    if (!isUuid(_id)) return [{ path, rule: 'allowedValue' }]
    return read.findIndex((other) => other._id === _id) < at ? [{ path, rule: 'alreadyUsed' }] : []
  })
  return { files: read, wrong }
}

interface Announcing {
  orderId: string
  /** the id of the event */
  event: string
  author: { id: string }
  side: 'buyer' | 'shop'
  files: readonly FileInput[]
}

/** The row of a file that an event announces. */
export function announcedRow(
  { orderId, event, author, side }: Omit<Announcing, 'files'>,
  file: FileInput,
  at: string,
): OrderFileRow {
  const { _id: id, name, type, bytes, sha256 } = file
  const ids = { id, order_id: orderId, event_id: event, author_id: author.id, side }
  const state = { state: 'announced' as const, reason: '', announced_at: at, started_at: null, here_at: null }
  return { ...ids, name, type, bytes, sha256, ...state }
}

/**
 * Announces the files of an event of a locked order, in the event's transaction. Refuses with `files-full` (100 MB an order), `too-many` (files
 * or bytes of this author in 24 hours) and `invalid-fields` (an id that another file has).
 */
export async function announceFiles(deps: ServiceDeps, tx: Handle, announcing: Announcing): Promise<void> {
  const { orderId, author, side, files } = announcing
  const more = files.reduce((sum, { bytes }) => sum + bytes, 0)
  if ((await sumOfOrder(tx, orderId)).bytes + more > limits.orderFileBytes) throw refuse('files-full')
  const times = deps.rateLimitFactor * (side === 'shop' ? limits.shopWrites : 1)
  const today = await sumOfAuthor(tx, author.id, isoNow(deps.clock, -day))
  const isTooMuch =
    today.count + files.length > limits.filesPerDay * times || today.bytes + more > limits.fileBytesPerDay * times
  if (isTooMuch) throw refuse('too-many', { retryAfter: 3600 })
  const at = isoNow(deps.clock)
  const rows = files.map((file) => announcedRow(announcing, file, at))
  if ((await insertFiles(tx, rows)) < rows.length) throw refuseFields({ path: 'files', rule: 'alreadyUsed' })
  return undefined
}
