import { type Locale, toLocale } from './locales.ts'

/** What a page tells the worker. */
export type ToWorker =
  /** save the home page in this language for the next start */
  | { type: 'SAVE_START_PAGE'; locale: Locale }
  | { type: 'SKIP_WAITING' }
  /** look for changes of the catalogue now (at most once a minute) */
  | { type: 'PULL_CATALOGUE' }
  /** send what waits in the outbox */
  | { type: 'SEND_OUTBOX' }
  /** fetch the thumbnail of every product; progress comes back */
  | { type: 'SAVE_PICTURES' }
  | { type: 'STOP_SAVING_PICTURES' }
  | { type: 'REMOVE_PICTURES' }
  /** say how many thumbnails are there: the answer is a PICTURES_SAVED */
  | { type: 'REPORT_PICTURES' }

/** What the worker tells its pages. */
export type FromWorker =
  | { type: 'PICTURES_SAVED'; done: number; of: number; bytes: number; finished: boolean }
  /** whether the server answered when the worker last asked it */
  | { type: 'CONNECTION'; heard: boolean }

/** Parses what came through `postMessage`: an object with one of the known types, else undefined. */
export function parseToWorker(data: unknown): ToWorker | undefined {
  if (typeof data !== 'object' || data === null || !('type' in data)) return undefined
  if (data.type === 'SAVE_START_PAGE') {
    const locale = 'locale' in data ? toLocale(String(data.locale)) : undefined
    return locale && { type: 'SAVE_START_PAGE', locale }
  }
  const known = [
    'SKIP_WAITING',
    'PULL_CATALOGUE',
    'SEND_OUTBOX',
    'SAVE_PICTURES',
    'STOP_SAVING_PICTURES',
    'REMOVE_PICTURES',
    'REPORT_PICTURES',
  ]
  // the other messages carry nothing but their type
  return known.includes(String(data.type)) ? (data as ToWorker) : undefined
}

const fromWorker = ['PICTURES_SAVED', 'CONNECTION']

/** Parses a worker's message; undefined for anything else. */
export function parseFromWorker(data: unknown): FromWorker | undefined {
  if (typeof data !== 'object' || data === null || !('type' in data)) return undefined
  // the worker is built and released together with the page: its type names its shape
  if (fromWorker.includes(String(data.type))) return data as FromWorker
  return undefined
}
