import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { v7 } from 'uuid'
import { type EventFile, type FileType, type RefusedFile, refusedFiles } from '../../contract/files.ts'
import { limits } from '../../contract/limits.ts'
import { recordChange } from '../orders/order-feed-table.ts'
import { lockOrder } from '../orders/orders-table.ts'
import type { SessionUser } from '../platform/caller.ts'
import { isoNow } from '../platform/clock.ts'
import type { Handle } from '../platform/db/handle.ts'
import { transact } from '../platform/db/transact.ts'
import { fileReserve } from '../platform/http/disk-space.ts'
import { done, type Outcome, type Refusal, refuse } from '../platform/outcome.ts'
import { limitHit } from '../platform/rate-limits.ts'
import type { ServiceDeps } from '../service-deps.ts'
import {
  announcedRow,
  type FileOfOrder,
  findFile,
  insertFiles,
  keyOf,
  sumOfBegun,
  sumOfOrder,
  thumbOf,
  updateFile,
} from './order-files.ts'

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
 * Completes an announced file, here or refused, in a transaction that locks its order; returns the file as it is then. Refuses with
 * `not-found` when order or file are gone.
 */
export async function settleFile(
  deps: ServiceDeps,
  tx: Handle,
  { file, settled }: { file: { id: string; order_id: string }; settled: 'here' | RefusedFile },
): Promise<Outcome<FileOfOrder>> {
  const order = await lockOrder(tx, file.order_id)
  const row = order && (await findFile(tx, file.id))
  if (!order || !row) return refuse('not-found')
  if (row.state !== 'announced') return done(row)
  const change =
    settled === 'here'
      ? { state: 'here' as const, here_at: isoNow(deps.clock) }
      : { state: 'refused' as const, reason: settled }
  await updateFile(tx, row.id, change)
  await ring(deps, tx, { order, event: row.event_id })
  return done({ ...row, ...change })
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

/** Stores a file that the server has made, before the transaction of its event. When that is rolled back, the bytes are swept a day later. */
export async function storeFile(deps: ServiceDeps, made: MadeFile): Promise<StoredFile> {
  const { bytes, name, type } = made
  const file = { _id: v7(), name, type, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
  await deps.files.put(keyOf(made.orderId, file._id), bytes, type)
  const at = isoNow(deps.clock)
  const row = announcedRow({ ...made, side: 'shop' }, file, at)
  const record = async (tx: Handle) => void (await insertFiles(tx, [{ ...row, state: 'here', here_at: at }]))
  return { file: { ...file, here: true }, record }
}

type User = SessionUser

const noFile = () => refuse('not-found', { detail: 'There is no such file.' })
/** Why a file is refused, with what to do by codes of the contract. */
const refuseFile = (rule: RefusedFile): Refusal => {
  const broken = rule === 'megapixels' ? { rule, params: { limit: 40 } } : { rule }
  return refuse('bad-file', { errors: [{ path: 'file', ...broken }] })
}

/** A file of an order that this user may read. Refuses with `not-found`. */
export async function findReadable(deps: ServiceDeps, id: string, user: User): Promise<Outcome<FileOfOrder>> {
  const file = await findFile(deps.db, id)
  const isReadable = file && (user.rights.includes('orders') || file.buyer_id === user.id)
  return isReadable ? done(file) : noFile()
}

/** A file whose bytes this user may send: one that their side has announced. Refuses with `not-found`. */
export async function findOwn(deps: ServiceDeps, id: string, user: User): Promise<Outcome<FileOfOrder>> {
  const file = await findReadable(deps, id, user)
  if (!file.ok) return file
  const { side, buyer_id } = file.value
  const isOwn = side === 'shop' ? user.rights.includes('orders') : buyer_id === user.id
  return isOwn ? file : noFile()
}

const pathOf = (deps: ServiceDeps, id: string) => join(deps.incoming, id)
/** Beside what has come of a file while it is checked. */
const markOf = (path: string) => `${path}.checked`

/** Removes what has come of a file. */
export async function dropIncoming(deps: ServiceDeps, id: string): Promise<void> {
  const path = pathOf(deps, id)
  for (const each of [path, `${path}.json`, markOf(path)]) await rm(each, { force: true })
}

/**
 * Admits an upload of an announced file, also of one that was refused before, which is announced again. Refuses with `order-sealed`, `bad-file`
 * for another length, `files-full`, `too-many`, `disk-full`.
 */
export async function beginUpload(
  deps: ServiceDeps,
  { file, length, address }: { file: FileOfOrder; length: number; address: string },
): Promise<Outcome<undefined>> {
  if (file.sealed_at !== null) return refuse('order-sealed')
  if (length !== file.bytes) return refuseFile('fileSize')
  const limited = await limitHit(deps, { kind: 'upload', who: file.author_id })
  if (limited) return limited
  const kilobytes = { kind: 'uploadAddress', who: address, by: Math.ceil(length / 1024) } as const
  const flood = file.side === 'buyer' && (await limitHit(deps, kilobytes))
  if (flood) return flood
  // the bytes of uploads that have begun count as used
  const { bytes } = await sumOfBegun(deps.db)
  if ((await deps.freeDisk()) - bytes - length < fileReserve) return refuse('disk-full')
  return transact<Outcome<undefined>>(deps.db, async (tx) => {
    const order = await lockOrder(tx, file.order_id)
    const row = order && (await findFile(tx, file.id))
    if (!row) return noFile()
    // another request has sent all of it meanwhile
    if (row.state === 'here') return done(undefined)
    // sealed meanwhile
    if (row.sealed_at !== null) return refuse('order-sealed')
    const isRefused = row.state === 'refused'
    // refused files do not count, so that others may have taken the room
    if (isRefused && (await sumOfOrder(tx, row.order_id)).bytes + row.bytes > limits.orderFileBytes)
      return refuse('files-full')
    const now = isoNow(deps.clock)
    const again = isRefused ? { announced_at: now } : {}
    await updateFile(tx, file.id, { state: 'announced', reason: '', started_at: now, ...again })
    return done(undefined)
  })
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Why the bytes at a path are not the announced file; else its thumbnail, which only pictures have. */
async function examine(deps: ServiceDeps, file: FileOfOrder, path: string): Promise<Outcome<Uint8Array | undefined>> {
  if ((await stat(path)).size !== file.bytes) return refuseFile('fileSize')
  if ((await hashOf(path)) !== file.sha256) return refuseFile('fileHash')
  if (file.type === 'application/pdf') return deps.examineFile(path, file.type, file.author_id)
  // a picture whose check ended the server is not decoded again
  const mark = markOf(path)
  if (existsSync(mark)) return refuseFile('readablePicture')
  await writeFile(mark, '')
  try {
    return await deps.examineFile(path, file.type, file.author_id)
  } finally {
    await rm(mark, { force: true })
  }
}

/** Checks and stores what has come. */
async function take(deps: ServiceDeps, file: FileOfOrder): Promise<Outcome<undefined>> {
  const path = pathOf(deps, file.id)
  const looked = await examine(deps, file, path)
  if (!looked.ok) return looked
  const key = keyOf(file.order_id, file.id)
  if (looked.value) await deps.files.put(thumbOf(key), looked.value, 'image/webp')
  await deps.files.put(key, path, file.type)
  return done(undefined)
}

/** Whether a file was checked and stored by a server that ended before it could say so. */
export async function isStored(deps: ServiceDeps, file: FileOfOrder): Promise<boolean> {
  const stored = await deps.files.open(keyOf(file.order_id, file.id))
  stored?.destroy()
  return stored !== undefined
}

/** The last of the files of each person that are being taken. */
const taking = new Map<string, Promise<unknown>>()

/** Takes the files of a person one after the other: those of others do not wait for them. */
function inTurn<T>(who: string, work: () => Promise<T>): Promise<T> {
  const turn = (taking.get(who) ?? Promise.resolve()).then(work, work)
  taking.set(who, turn)
  const forget = () => taking.get(who) === turn && taking.delete(who)
  turn.then(forget, forget)
  return turn
}

/**
 * Checks and stores a file whose bytes have all come, and tells both sides. Refuses with `bad-file`, whose bytes are dropped, and with
 * `not-found` when it is gone.
 */
export function finishUpload(
  deps: ServiceDeps,
  { id, author_id }: Pick<FileOfOrder, 'id' | 'author_id'>,
): Promise<Outcome<undefined>> {
  return inTurn(author_id, async () => {
    const file = await findFile(deps.db, id)
    if (!file) return noFile()
    if (file.state === 'here') return done(undefined)
    // the call before this one has refused it and dropped what had come
    if (file.state === 'refused' && !existsSync(pathOf(deps, id))) return noFile()
    const taken = (await isStored(deps, file)) ? done(undefined) : await take(deps, file)
    if (!taken.ok && taken.code !== 'bad-file') return taken
    const rule = taken.ok ? undefined : refusedFiles.find((each) => each === taken.errors?.[0]?.rule)
    const row = await transact(deps.db, (tx) => settleFile(deps, tx, { file, settled: rule ?? 'here' }))
    if (!row.ok) return row
    await dropIncoming(deps, id)
    return taken
  })
}
