import { type Locale, toLocale } from './locales.ts'

/** Messages from a page to the worker. */
export type ToWorker =
  /** store the home page in this language for the next start */
  { kind: 'SAVE_START_PAGE'; locale: Locale } | { kind: (typeof plainRequests)[number] }

const plainRequests = [
  /** activate the new version */
  'SKIP_WAITING',
  /** end all work, because a new version takes over */
  'LEAVE',
  /** fetch the catalogue's changes now */
  'PULL_CATALOGUE',
  /** fetch the catalogue's changes now, however short ago that was: there is one */
  'CATALOGUE_CHANGED',
  /** send the pending entries of the outbox */
  'SEND_OUTBOX',
  /** fetch the thumbnail of every product; answered with PICTURES_SAVED as it goes on */
  'SAVE_PICTURES',
  'STOP_SAVING_PICTURES',
  'REMOVE_PICTURES',
  /** report how many thumbnails are stored; answered with PICTURES_SAVED */
  'REPORT_PICTURES',
] as const

/** Messages from the worker to its pages. */
export type FromWorker =
  | { kind: 'PICTURES_SAVED'; done: number; of: number; bytes: number; finished: boolean }
  /** whether the server answered when the worker last asked it */
  | { kind: 'CONNECTION'; answered: boolean }
  /** an order has a new event: the stored orders are stale */
  | { kind: 'ORDERS_CHANGED' }
  /** the file that the worker is sending, and how many of its bytes have arrived */
  | { kind: 'FILE_SENDING'; file: { id: string; sent: number } | undefined }

/** Parses a page's message; undefined for anything else. workbox-window and earlier versions of the app say `type` for `kind`. */
export function parseToWorker(data: unknown): ToWorker | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const message: { kind?: unknown; type?: unknown; locale?: unknown } = data
  const kind = message.kind ?? message.type
  if (kind === 'SAVE_START_PAGE') {
    const locale = toLocale(String(message.locale))
    return locale && { kind, locale }
  }
  const plain = plainRequests.find((each) => each === kind)
  return plain && { kind: plain }
}

/** Parses a worker's message; undefined for anything else. */
export function parseFromWorker(data: unknown): FromWorker | undefined {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return undefined
  // page and worker are released together, so the kind tells the shape
  return ['PICTURES_SAVED', 'CONNECTION', 'ORDERS_CHANGED', 'FILE_SENDING'].includes(String(data.kind))
    ? (data as FromWorker)
    : undefined
}
