import type { Api } from '../api/api-client.ts'
import { readRefusal } from '../api/exchange.ts'
import { filesOfKind, getValue, putValue, type ShopDatabase, withDb } from '../db/database.ts'
import { type DeclaredFiles, orderOfDeclared, readDeclared } from '../db/files.ts'
import { outboxStore, type Snapshot } from '../db/outbox-rows.ts'
import type { FileRow } from '../db/rows.ts'
import { expireSession } from '../db/session.ts'
import { cancelAfter, pause } from '../lib/cancel.ts'
import type { Clock } from '../lib/device-clock.ts'
import { parseJson } from '../lib/record.ts'
import { savesData } from './connection.ts'
import { backOff, delay, isDue, sendableEntries } from './outbox-steps.ts'
import { askTus, type TusRequest, type TusResponse } from './tus.ts'

/** What a device has to send, at one moment. */
export interface Waiting extends Snapshot, DeclaredFiles {
  /** the files of all users of this device that are to be sent, in the order in which they were chosen */
  files: FileRow[]
}

/** Where files are stored that are to be sent. Each call is one transaction. */
export interface FileStore {
  read(): Promise<Waiting>
  outbox(): Promise<Snapshot>
  /** Saves what `change` makes of a file, or removes it. One that is gone stays so. */
  settle(row: FileRow, change: (saved: FileRow) => FileRow | undefined): Promise<void>
  /** the server refused this token */
  expire(token: string): Promise<void>
}

/** The files in IndexedDB. */
export function fileStore(db: ShopDatabase): FileStore {
  const outbox = outboxStore(db)
  const readAll = async (): Promise<Waiting> => {
    const files = (await filesOfKind(db, 'out').toArray()).sort((a, b) => a.at - b.at)
    return { ...(await outbox.read()), ...(await readDeclared(db, files)), files }
  }
  return {
    read: () => withDb(db, () => db.transaction('r', db.files, db.orders, db.outbox, db.keyValue, readAll)),
    outbox: () => outbox.read(),
    settle: ({ userId, _id }, change) =>
      withDb(db, () =>
        db.transaction('rw', db.files, db.keyValue, async () => {
          const saved = await db.files.get([userId, _id])
          if (saved?.kind !== 'out') return
          const next = change(saved)
          await (next ? db.files.put(next) : db.files.delete([userId, _id]))
          if (!next) await forgetDeclared(db)
        }),
      ),
    expire: (token) => expireSession(db, token),
  }
}

/** Inside a transaction: notes only the files that are still on the device. */
async function forgetDeclared(db: ShopDatabase): Promise<void> {
  const ids = (await filesOfKind(db, 'out').primaryKeys()).map(([, id]) => id)
  const declared = (await getValue(db, 'said-files')) ?? {}
  await putValue(db, 'said-files', Object.fromEntries(Object.entries(declared).filter(([id]) => ids.includes(id))))
}

/*
  The upload queue: beside the outbox, one file at a time, by page or worker, each from where the server has it.

   chosen ──its message is there, the outbox has nothing due──► begin ──► where? ──► chunk, chunk, … ──► all is there: row removed
                                                                ▲                     │
                                       back-off, Retry-After ───┴── no answer, 408 409 423 425 429 5xx, not the shop's
                                                                                      ├─ the outbox has something to send: paused
                                                                                      ├─ 401: waits for the login
                                                                                      └─ other 4xx: refused, its bytes removed

  The server takes each byte once, at the offset where it belongs. So a sender may be killed at any point, and two may work at once.
*/

/** Bytes of a chunk, and how long one should take, ms. Proxies refuse a whole request of more than a megabyte. */
const chunk = { least: 32 * 1024, most: 512 * 1024, time: 10_000 }
/** How often a running chunk looks whether the outbox has something to send, and how long files then wait, ms. */
const outboxInterval = 500

/** Everything that the upload queue depends on. */
export interface UploadEnv {
  store: FileStore
  /** Throws when no answer came. */
  ask(asked: TusRequest): Promise<TusResponse>
  now(): number
  /** 0 ≤ x < 1 */
  random(): number
  /** Resolves after the time in ms, or when the signal is aborted. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
  /** whether the device saves data: then files wait for the person */
  savesData(): boolean
  /** what is being sent, and how many of its bytes are there */
  show(sending: { id: string; sent: number } | undefined): void
}

/** The next file to send and its order, or after how many ms there may be one. */
type Next = { row: FileRow; order: string; token: string } | { row?: undefined; wait: number | undefined }

/** What has become of a try. `after`: ms. */
type Result =
  | { kind: 'done' | 'paused' | 'login' }
  | { kind: 'retry'; after?: number | undefined }
  | { kind: 'refused'; reason: string }

/** Whether the outbox has something to send now: files come after it. */
function isOutboxBusy(outbox: Snapshot, now: number): boolean {
  // what waits for another person's login, or behind a refused entry, does not hold files up
  return sendableEntries(outbox).some((row) => isDue(row, now)) || outbox.rows.some(({ state }) => state === 'sending')
}

const isFileDue = ({ nextAt }: FileRow, now: number) =>
  isDue({ nextAt, wait: backOff.retryAfterMax + backOff.base }, now)

function nextFile(seen: Waiting, { now, savesData }: { now: number; savesData: boolean }): Next {
  const { session, files } = seen
  if (!session || session.expired) return { wait: undefined }
  const ready = files.flatMap((row) => {
    const isOpen = row.userId === session.userId && row.blob && row.refused === undefined && (row.now || !savesData)
    // the message has gone, perhaps under another order's id than when the file was chosen
    const order = isOpen ? orderOfDeclared(seen, row) : undefined
    return order === undefined ? [] : [{ row, order, token: session.token }]
  })
  if (ready.length === 0) return { wait: undefined }
  if (isOutboxBusy(seen, now)) return { wait: outboxInterval }
  const due = ready.find(({ row }) => isFileDue(row, now))
  return due ?? { wait: Math.min(...ready.map(({ row }) => row.nextAt - now)) }
}

/** What an answer to a request of this kind means that is not the hoped-for one. */
function resultOf({ status, isShops, text, after }: TusResponse, kind: TusRequest['kind']): Result {
  // the server, or the instance that this request came to, may have lost what was there: the next try begins again
  const isLost = kind !== 'begin' && (status === 404 || status === 410)
  if (!isShops || isLost) return { kind: 'retry' }
  const { code = '', errors } = readRefusal(status, parseJson(text))
  const isPassing = status < 400 || status >= 500 || [408, 409, 423, 425, 429].includes(status)
  if (isPassing && code !== 'order-sealed') return { kind: 'retry', after }
  if (status === 401) return { kind: 'login' }
  return { kind: 'refused', reason: errors[0]?.rule ?? code }
}

/** The size of the next chunk, after one of `size` bytes that took `took` ms. */
function nextSize(size: number, took: number): number {
  return Math.max(chunk.least, Math.min(chunk.most, Math.round((size * chunk.time) / Math.max(1, took))))
}

/** What a try leaves of a file; undefined when the server has proven that it has all of it. `sent`: bytes that are there. */
function settled(
  row: FileRow,
  { result, sent, now, random }: { result: Result; sent: number | undefined; now: number; random: () => number },
): FileRow | undefined {
  if (result.kind === 'done') return undefined
  if (result.kind === 'refused') {
    const { blob: _, ...rest } = row
    return { ...rest, refused: result.reason }
  }
  if (result.kind !== 'retry') return sent === undefined ? row : { ...row, sent }
  // a line that is cut again and again, and carries something each time, is tried again at once
  const isFurther = sent !== undefined && sent > (row.sent ?? 0)
  const attempts = isFurther ? 1 : row.attempts + 1
  const nextAt = now + delay(attempts, result.after, random)
  return { ...row, attempts, nextAt, ...(sent !== undefined && { sent }) }
}

/** The decisions of the upload queue by name: the simulation replaces each with a wrong one and must notice. */
export const uploadPolicy = { nextFile, isOutboxBusy, resultOf, nextSize, settled }
export type UploadPolicy = typeof uploadPolicy

/** Sends the declared files of the signed-in user until the outbox has something to send. Returns the ms until more; undefined: nothing waits. */
export async function sendWaiting(
  env: UploadEnv,
  stop: AbortSignal,
  policy: UploadPolicy = uploadPolicy,
): Promise<number | undefined> {
  for (;;) {
    const next = policy.nextFile(await env.store.read(), { now: env.now(), savesData: env.savesData() })
    if (!next.row) return next.wait
    if (stop.aborted) return 0
    const { result, sent } = await sendFile(env, { ...next, stop }, policy)
    const tried = { result, sent, now: env.now(), random: () => env.random() }
    await (result.kind === 'login'
      ? env.store.expire(next.token)
      : env.store.settle(next.row, (row) => policy.settled(row, tried)))
  }
}

/** What each kind of request has of its own. */
type TusBody<T> = T extends unknown ? Omit<T, 'id' | 'token' | 'signal'> : never

/** Sends what the server does not have of a file yet. */
async function sendFile(
  env: UploadEnv,
  { row, order, token, stop }: { row: FileRow; order: string; token: string; stop: AbortSignal },
  policy: UploadPolicy,
): Promise<{ result: Result; sent?: number | undefined }> {
  const { signal, abort, done } = cancelAfter(undefined, stop)
  const mustPause = async () => signal.aborted || policy.isOutboxBusy(await env.store.outbox(), env.now())
  const watch = async () => {
    while (!signal.aborted) {
      await env.sleep(outboxInterval, signal)
      // outbox entries go before chunks of files
      if (await mustPause()) abort()
    }
  }
  const { _id: id, bytes, blob = new Blob() } = row
  const there: { bytes?: number } = {}
  /** Returns what ends this try; undefined while it goes on. */
  const ask = async (request: TusBody<TusRequest>): Promise<Result | undefined> => {
    if (await mustPause()) return { kind: 'paused' }
    const answer = await env.ask({ ...request, id, token, signal }).catch(() => undefined)
    if (!answer) return { kind: signal.aborted ? 'paused' : 'retry' }
    const { status, isShops, offset } = answer
    if (!isShops || status < 200 || status > 299) return policy.resultOf(answer, request.kind)
    if (request.kind === 'begin') return undefined
    // a chunk must bring the file further
    if (offset === undefined || (request.kind === 'chunk' && offset <= request.from)) return { kind: 'retry' }
    there.bytes = offset
    return undefined
  }
  watch().catch(abort)
  try {
    // an earlier try may have begun it and sent a part
    let result = (await ask({ kind: 'begin', order, bytes })) ?? (await ask({ kind: 'where' }))
    let size = policy.nextSize(0, 0)
    for (let from = there.bytes ?? 0; !result && from < bytes; from = there.bytes ?? 0) {
      env.show({ id, sent: from })
      const start = env.now()
      result = await ask({ kind: 'chunk', from, chunk: blob.slice(from, from + size) })
      size = policy.nextSize(size, env.now() - start)
    }
    return { result: result ?? { kind: 'done' }, sent: there.bytes }
  } finally {
    abort()
    done()
    env.show(undefined)
  }
}

interface UploadDeps {
  db: ShopDatabase
  api: Pick<Api, 'address'>
  clock: Clock
}

/** Sends this device's files (`sendWaiting`), while this page or worker holds the lock. */
export function sendFiles({ db, api, clock }: UploadDeps, stop: AbortSignal): Promise<number | undefined> {
  const endpoint = api.address('health').replace(/health\/?$/, 'files/')
  return sendWaiting(
    {
      store: fileStore(db),
      ask: (asked) => askTus(endpoint, asked),
      now: () => clock.now(),
      random: Math.random,
      sleep: pause,
      savesData,
      show: (file) => void putValue(db, 'sending-file', file).catch(() => undefined),
    },
    stop,
  )
}
