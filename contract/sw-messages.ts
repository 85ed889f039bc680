import { type Locale, toLocale } from './locales.ts'

/** What a page asks of the worker. */
export type ToWorker =
  /** save the home page in this language for the next start */
  { kind: 'SAVE_START_PAGE'; locale: Locale } | { kind: (typeof plainRequests)[number] }

const plainRequests = [
  /** activate the new version */
  'SKIP_WAITING',
  /** look for changes of the catalogue now (at most once a minute) */
  'PULL_CATALOGUE',
  /** send what waits in the outbox */
  'SEND_OUTBOX',
  /** fetch the thumbnail of every product; progress comes back */
  'SAVE_PICTURES',
  'STOP_SAVING_PICTURES',
  'REMOVE_PICTURES',
  /** say how many thumbnails are there: the answer is a PICTURES_SAVED */
  'REPORT_PICTURES',
] as const

/** What the worker says to its pages. */
export type FromWorker =
  | { kind: 'PICTURES_SAVED'; done: number; of: number; bytes: number; finished: boolean }
  /** whether the server answered when the worker last asked it */
  | { kind: 'CONNECTION'; answered: boolean }
  /** something was said on an order: the saved ones are to be brought up to date */
  | { kind: 'ORDERS_CHANGED' }

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
  // the worker is built and released together with the page: the kind names the shape
  return ['PICTURES_SAVED', 'CONNECTION', 'ORDERS_CHANGED'].includes(String(data.kind))
    ? (data as FromWorker)
    : undefined
}
