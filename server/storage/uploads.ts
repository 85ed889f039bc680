import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { v7 } from 'uuid'
import { isUuid } from '../../contract/fields.ts'
import { type EventFile, type FileType, type RefusedFile, refusedFiles } from '../../contract/files.ts'
import { limits } from '../../contract/limits.ts'
import { type Db, day, isoNow, transact } from '../db/database.ts'
import { limitHit } from '../db/rate-limits.ts'
import type { SessionUser } from '../http/caller.ts'
import { fileReserve } from '../http/caller-limits.ts'
import { type Refusal, refusalIn, refuse, required, wasRefused } from '../http/refusal.ts'
import { lockOrder, recordChange } from '../orders/order-queries.ts'
import type { ServiceDeps } from '../service-deps.ts'
import * as orderFiles from './order-files.ts'

/** Completes an announced file, here or refused, with its order locked, and puts both into the feed again. Refuses with `not-found`. */
async function settleFile(deps: ServiceDeps, file: { id: string; order_id: string }, settled: 'here' | RefusedFile) {
  await transact(deps.db, async (tx) => {
    const order = await lockOrder(tx, file.order_id)
    const row = order && (await orderFiles.findFile(tx, file.id))
    if (!order || !row) throw refuse('not-found')
    if (row.state !== 'announced') return
    const at = isoNow(deps.clock)
    const refused = { state: 'refused', reason: settled } as const
    await orderFiles.updateFile(tx, row.id, settled === 'here' ? { state: settled, here_at: at } : refused)
    const feed_seq = await recordChange(tx, order, { at })
    await tx.query.updateTable('order_event').set({ feed_seq }).where('id', '=', row.event_id).execute()
  })
}

interface MadeFile {
  orderId: string
  /** the event that names it, whose body has to have the returned file among its `files` */
  event: string
  author: { id: string }
  name: string
  type: FileType
  bytes: Uint8Array
}

/** Stores a file that the server has made, before the transaction `record` of its event; if that is rolled back, the bytes are swept a day later. */
export async function storeFile(deps: ServiceDeps, made: MadeFile) {
  const { bytes, name, type } = made
  const file = { _id: v7(), name, type, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
  await deps.files.put(orderFiles.keyOf(made.orderId, file._id), bytes, type)
  const at = isoNow(deps.clock)
  const row = orderFiles.announcedRow({ ...made, side: 'shop' }, file, at)
  const record = async (tx: Db) => void (await orderFiles.insertFiles(tx, [{ ...row, state: 'here', here_at: at }]))
  const stored: EventFile = { ...file, here: true }
  return { file: stored, record }
}

const noFile = refuse('not-found', { detail: 'There is no such file.' })
/** Why a file is refused, with what to do by codes of the contract. */
const refuseFile = (rule: RefusedFile): Refusal => {
  const broken = rule === 'megapixels' ? { rule, params: { limit: 40 } } : { rule }
  return refuse('bad-file', { errors: [{ path: 'file', ...broken }] })
}

/** A file of an order that this user may read. Refuses with `not-found`. */
export async function findReadable(deps: ServiceDeps, id: string, user: SessionUser): Promise<orderFiles.FileOfOrder> {
  const file = await orderFiles.findFile(deps.db, id)
  if (file && (user.rights.includes('orders') || file.buyer_id === user.id)) return file
  throw noFile
}

/** A file whose bytes this user may send: one that their side has announced. Refuses with `not-found`. */
export async function findOwn(deps: ServiceDeps, id: string, user: SessionUser): Promise<orderFiles.FileOfOrder> {
  const file = await findReadable(deps, id, user)
  if (file.side === 'shop' ? user.rights.includes('orders') : file.buyer_id === user.id) return file
  throw noFile
}

const pathOf = (deps: ServiceDeps, id: string) => join(deps.incoming, id)

async function dropIncoming(deps: ServiceDeps, id: string): Promise<void> {
  const path = pathOf(deps, id)
  for (const each of [path, `${path}.json`]) await rm(each, { force: true })
}

/** Admits an upload, also again after a refusal. Refuses with `order-sealed`, `bad-file` (another length), `files-full`, `too-many`, `disk-full`. */
export async function beginUpload(
  deps: ServiceDeps,
  { file, length, address }: { file: orderFiles.FileOfOrder; length: number; address: string },
): Promise<void> {
  if (file.sealed_at !== null) throw refuse('order-sealed')
  if (length !== file.bytes) throw refuseFile('fileSize')
  await limitHit(deps, { kind: 'upload', who: file.author_id })
  const kilobytes = { kind: 'uploadAddress', who: address, by: Math.ceil(length / 1024) } as const
  if (file.side === 'buyer') await limitHit(deps, kilobytes)
  // the bytes of uploads that have begun count as used
  const begun = orderFiles.files(deps.db).where('state', '=', 'announced').where('started_at', 'is not', null)
  const { bytes } = await orderFiles.sumOf(begun)
  if ((await deps.freeDisk()) - bytes - length < fileReserve) throw refuse('disk-full')
  return transact(deps.db, async (tx) => {
    const order = await lockOrder(tx, file.order_id)
    const row = order && (await orderFiles.findFile(tx, file.id))
    if (!row) throw noFile
    // another request has sent all of it meanwhile
    if (row.state === 'here') return
    // sealed meanwhile
    if (row.sealed_at !== null) throw refuse('order-sealed')
    const isRefused = row.state === 'refused'
    // refused files do not count, so that others may have taken the room
    const others = isRefused ? (await orderFiles.sumOf(orderFiles.countedOf(tx, row.order_id))).bytes : 0
    if (others + row.bytes > limits.orderFileBytes) throw refuse('files-full')
    const now = isoNow(deps.clock)
    const again = isRefused ? { announced_at: now } : {}
    await orderFiles.updateFile(tx, file.id, { state: 'announced', reason: '', started_at: now, ...again })
  })
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Checks and stores what has come, unless it is stored. Refuses with `bad-file`. */
async function take(deps: ServiceDeps, file: orderFiles.FileOfOrder): Promise<void> {
  if (await isStored(deps, file)) return
  const path = pathOf(deps, file.id)
  if ((await stat(path)).size !== file.bytes) throw refuseFile('fileSize')
  if ((await hashOf(path)) !== file.sha256) throw refuseFile('fileHash')
  const thumb = await deps.examineFile(path, file.type, file.author_id)
  const key = orderFiles.keyOf(file.order_id, file.id)
  if (thumb) await deps.files.put(orderFiles.thumbOf(key), thumb, 'image/webp')
  await deps.files.put(key, path, file.type)
}

/** Whether a file was checked and stored by a server that ended before it could say so. */
export async function isStored(deps: ServiceDeps, file: orderFiles.FileOfOrder): Promise<boolean> {
  const stored = await deps.files.open(orderFiles.keyOf(file.order_id, file.id))
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

/** Checks and stores a file that has come, and tells both sides. Refuses with `bad-file`, whose bytes are dropped, and `not-found`. */
export function finishUpload(deps: ServiceDeps, { id, author_id }: orderFiles.FileOfOrder): Promise<void> {
  return inTurn(author_id, async () => {
    const file = required(await orderFiles.findFile(deps.db, id), noFile)
    if (file.state === 'here') return
    // the call before this one has refused it and dropped what had come
    if (file.state === 'refused' && !existsSync(pathOf(deps, id))) throw noFile
    const refused = await refusalIn(take(deps, file), 'bad-file')
    const rule = refusedFiles.find((each) => each === refused?.reason.errors?.[0]?.rule)
    await settleFile(deps, file, rule ?? 'here')
    await dropIncoming(deps, id)
    if (refused) throw refused
  })
}

/** Files that are looked for in the database at once. */
const step = 200

/** Refuses files that were announced seven days ago and have not come. Their authors can choose them again. */
async function giveUpLate(deps: ServiceDeps, signal?: AbortSignal): Promise<void> {
  const before = isoNow(deps.clock, -limits.fileDays * day)
  const isLate = orderFiles
    .files(deps.db)
    .selectAll()
    .where('state', '=', 'announced')
    .where('announced_at', '<', before)
  for (;;) {
    const late = await isLate.orderBy('announced_at').limit(step).execute()
    if (late.length === 0) return
    for (const file of late) {
      if (signal?.aborted) return
      // its order was deleted meanwhile
      await wasRefused(settleFile(deps, file, 'fileLate'))
      await dropIncoming(deps, file.id)
    }
  }
}

async function* oldIncoming({ incoming }: ServiceDeps, before: number): AsyncGenerator<string> {
  for (const name of await readdir(incoming).catch(() => [])) {
    // a server that was killed may have left only the description of what it had taken
    const id = name.replace(/\.json$/, '')
    const found = isUuid(id) ? await stat(join(incoming, name)).catch(() => undefined) : undefined
    if (found && found.mtimeMs < before) yield id
  }
}

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

/** Deletes bytes older than a day that no order has, and gives up files late by seven days. `now`: ms since 1970 by the clock of the disk. */
export async function cleanFiles(
  deps: ServiceDeps,
  { signal, now = Date.now() }: { signal?: AbortSignal; now?: number } = {},
): Promise<void> {
  await giveUpLate(deps, signal)
  const old = now - day
  for await (const ids of inSteps(oldIncoming(deps, old))) {
    const awaited = await orderFiles.listWithState(deps.db, ids, ['announced'])
    for (const id of ids) if (!awaited.has(id)) await dropIncoming(deps, id)
  }
  for await (const stored of inSteps(deps.files.list())) {
    if (signal?.aborted) return
    const keyed = stored.flatMap(({ key, modified }) => {
      const fileId = orderFiles.fileIdOf(key)
      return fileId && modified.getTime() < old ? [{ key, fileId }] : []
    })
    const fileIds = [...new Set(keyed.map(({ fileId }) => fileId))]
    const wanted = await orderFiles.listWithState(deps.db, fileIds, ['announced', 'here'])
    for (const { key, fileId } of keyed) if (!wanted.has(fileId)) await deps.files.delete(key)
  }
}

/** Deletes the bytes of files whose order was deleted. What fails is left to `cleanFiles`. */
export async function dropFiles(deps: ServiceDeps, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    const incoming = dropIncoming(deps, orderFiles.fileIdOf(key) ?? '')
    await Promise.allSettled([incoming, deps.files.delete(key), deps.files.delete(orderFiles.thumbOf(key))])
  }
}
