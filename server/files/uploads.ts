import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type RefusedFile, refusedFiles } from '../../contract/files.ts'
import { limits } from '../../contract/limits.ts'
import { lockOrder } from '../orders/orders-table.ts'
import type { SessionUser } from '../platform/caller.ts'
import { isoNow } from '../platform/clock.ts'
import { transact } from '../platform/db/transact.ts'
import { fileReserve } from '../platform/http/disk-space.ts'
import { done, type Outcome, type Refusal, refuse } from '../platform/outcome.ts'
import { limitHit } from '../platform/rate-limits.ts'
import type { ServiceDeps } from '../service-deps.ts'
import { type FileOfOrder, findFile, sumOfBegun, sumOfOrder, updateFile } from './files-table.ts'
import { keyOf, thumbOf } from './open-files.ts'
import { settleFile } from './settle.ts'

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

/** SHA-256 of a file, read into one buffer: a stream would leave all of the file's bytes to the garbage collection. */
async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  const file = await open(path)
  const buffer = Buffer.alloc(64 * 1024)
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer)
      if (bytesRead === 0) return hash.digest('hex')
      hash.update(buffer.subarray(0, bytesRead))
    }
  } finally {
    await file.close()
  }
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
 * Takes a file whose bytes have all come, in a transaction under the guard of the call: checks it, stores it and says so to both sides. One that
 * does not fit is refused with `bad-file` and its bytes are dropped. Refuses with `not-found` when it is gone.
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
