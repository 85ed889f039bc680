import type { HttpResponse } from 'tus-js-client'
import { headers } from '../../../contract/headers.ts'
import type { Api } from '../../api/client.ts'
import { readRefusal } from '../../api/errors.ts'
import type { Clock } from '../../lib/clock.ts'
import { parseJson } from '../../lib/record.ts'
import { createStore } from '../../lib/store.ts'
import { isDue } from '../outbox/back-off.ts'
import { sendableEntries } from '../outbox/outbox-steps.ts'
import { outboxStore } from '../outbox/outbox-store.ts'
import type { FileRow, Session } from '../rows.ts'
import type { ShopDatabase } from '../schema.ts'
import { getSession } from '../session/session.ts'
import { savesData } from '../use-connection.ts'
import { announcedFiles, getOutgoing } from './file-store.ts'

/** Bytes of one request: more than proxies take without a setting would be refused as a whole. */
const chunkSize = 512 * 1024
/** Milliseconds before a request is tried again; afterwards the file waits, longer each time. */
const retryDelays = [0, 1000, 3000, 10_000]
const wait = { first: 5000, most: 5 * 60_000, outbox: 500 }

export interface FileLane {
  db: ShopDatabase
  api: Pick<Api, 'address'>
  clock: Clock
}

/** The file that is being sent by this page, and how many of its bytes have arrived. */
export const sending = createStore<{ id: string; sent: number } | undefined>(undefined)

/** `paused`: the outbox had something to send */
type Result = { kind: 'done' | 'paused' | 'retry' | 'login' } | { kind: 'refused'; reason: string }

/** The address of all files, below that of the API. */
export const filesAddress = (api: Pick<Api, 'address'>) => api.address('health').replace(/health\/?$/, 'files/')

/**
 * Sends the files of the signed-in user whose messages have gone, in one page of a device, one at a time and each from where
 * it stopped. Stops as soon as the outbox has something to send. Returns after how many ms there may be more to do;
 * undefined when nothing waits.
 */
export async function sendFiles(lane: FileLane, stop: AbortSignal): Promise<number | undefined> {
  const { locks } = navigator
  // without Web Locks two pages may send the same file: the server takes each byte once
  if (!locks) return sendAll(lane, stop)
  return locks.request('files', { ifAvailable: true }, async (lock) => (lock ? sendAll(lane, stop) : wait.first))
}

async function sendAll(lane: FileLane, stop: AbortSignal): Promise<number | undefined> {
  while (!stop.aborted) {
    const next = await findNext(lane)
    if (!next.row) return next.wait
    const { row, session } = next
    await settle(lane, row, await send(lane, { row, session, stop }))
  }
  return undefined
}

type Next = { row: FileRow; session: Session } | { row?: undefined; wait: number | undefined }

/** Whether the outbox has something to send now: files come after it. */
async function isOutboxBusy({ db, clock }: FileLane): Promise<boolean> {
  const outbox = await outboxStore(db).read()
  // what waits for another person's login, or behind a refused entry, does not hold files up
  const isDueNow = sendableEntries(outbox).some((row) => isDue(row, clock.now()))
  return isDueNow || outbox.rows.some(({ state }) => state === 'sending')
}

async function findNext(lane: FileLane): Promise<Next> {
  const { db, clock } = lane
  const session = await getSession(db)
  if (!session || session.expired) return { wait: undefined }
  const announced = await announcedFiles(db, session.userId)
  const rows = (await getOutgoing(db, session.userId)).filter((row) => row.blob && row.refused === undefined)
  const mine: FileRow[] = []
  for (const row of rows) if (announced.get(row._id) === 'sent' || (await isInThread(db, row))) mine.push(row)
  const ready = mine.filter(({ now }) => now || !savesData())
  if (ready.length === 0) return { wait: undefined }
  if (await isOutboxBusy(lane)) return { wait: wait.outbox }
  const now = clock.now()
  // more than the longest wait is left only after the clock was set back
  const row = ready.find(({ nextAt }) => isDue({ nextAt, wait: wait.most }, now))
  return row ? { row, session } : { wait: Math.max(0, Math.min(...ready.map(({ nextAt }) => nextAt)) - now) }
}

async function isInThread(db: ShopDatabase, { userId, order, _id }: FileRow): Promise<boolean> {
  const saved = await db.orders.get([userId, order])
  return saved?.order.events.some(({ files = [] }) => files.some((file) => file._id === _id)) ?? false
}

/** What a refusal of the server means for a file. */
function refusalOf(response: HttpResponse): Result {
  const status = response.getStatus()
  if (response.getHeader(headers.shop) !== '1' || status >= 500 || status < 400) return { kind: 'retry' }
  const { code = '', errors } = readRefusal(status, parseJson(response.getBody()))
  if ([408, 409, 423, 425, 429].includes(status) && code !== 'order-sealed') return { kind: 'retry' }
  if (status === 401) return { kind: 'login' }
  return { kind: 'refused', reason: errors[0]?.rule ?? code }
}

interface Sending {
  row: FileRow
  session: Session
  stop: AbortSignal
}

async function send(lane: FileLane, { row, session, stop }: Sending): Promise<Result> {
  const { Upload } = await import('tus-js-client')
  const endpoint = filesAddress(lane.api)
  const { blob, _id: id, bytes } = row
  if (!blob) return { kind: 'refused', reason: 'fileSize' }
  return new Promise((resolve) => {
    let isProven = false
    let timer: ReturnType<typeof setInterval> | undefined
    const end = (result: Result) => {
      clearInterval(timer)
      stop.removeEventListener('abort', pause)
      sending.set(undefined)
      resolve(result)
    }
    const pause = () => void upload.abort().finally(() => end({ kind: 'paused' }))
    const upload = new Upload(blob, {
      endpoint,
      // asked first, so that an upload goes on even after the answer to its first request was lost
      uploadUrl: endpoint + id,
      chunkSize,
      retryDelays,
      storeFingerprintForResuming: false,
      metadata: { order: row.order, file: id },
      headers: { Authorization: `Bearer ${session.token}` },
      onAfterResponse: (_request, response) => {
        isProven = response.getHeader(headers.shop) === '1' && response.getHeader('upload-offset') === String(bytes)
      },
      onProgress: (sent) => sending.set({ id, sent }),
      onShouldRetry: (error) => error.originalResponse === null || refusalOf(error.originalResponse).kind === 'retry',
      onSuccess: () => end({ kind: isProven ? 'done' : 'retry' }),
      onError: (error) => {
        // an accident of its own has no response
        const response = 'originalResponse' in error ? error.originalResponse : undefined
        end(response ? refusalOf(response) : { kind: 'retry' })
      },
    })
    sending.set({ id, sent: 0 })
    stop.addEventListener('abort', pause)
    // a yes or a message never waits behind a file
    timer = setInterval(() => void isOutboxBusy(lane).then((isBusy) => isBusy && pause(), pause), wait.outbox)
    upload.start()
  })
}

/** Saves what has become of a file: one that the server has proven is removed from the device. */
async function settle({ db, clock }: FileLane, row: FileRow, result: Result): Promise<void> {
  if (result.kind === 'paused') return
  const key: [string, string] = [row.userId, row._id]
  await db.transaction('rw', db.files, async () => {
    const saved = await db.files.get(key)
    if (!saved) return
    if (result.kind === 'done') await db.files.delete(key)
    else if (result.kind === 'refused') {
      const { blob: _, ...rest } = saved
      await db.files.put({ ...rest, refused: result.reason })
    } else {
      const attempts = saved.attempts + 1
      const pause =
        result.kind === 'login' ? wait.most : Math.min(wait.most, wait.first * 2 ** Math.min(10, attempts - 1))
      await db.files.update(key, { attempts, nextAt: clock.now() + pause * (0.5 + Math.random() / 2) })
    }
  })
}
