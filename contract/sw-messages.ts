/** The home page as a tab shows it, for the worker to keep. */
export interface KeptScreen {
  /** its language, two letters */
  lang: string
  /** whether somebody is signed in */
  known: boolean
  /** address of the script that it was made by: the version */
  entry: string
  /** what stands in #root; empty when another screen is shown: then only what is kept for others must go */
  screen: string
}

/** What a page tells the worker. */
export type ToWorker =
  | ({ type: 'KEEP_SCREEN' } & KeptScreen)
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
  /** products that changed since the pages read them; empty lists are never sent */
  | { type: 'CATALOGUE_CHANGED'; changed: string[]; deleted: string[] }
  | { type: 'PICTURES_SAVED'; done: number; of: number; bytes: number; finished: boolean }
  /** whether the server answered when the worker last asked it */
  | { type: 'CONNECTION'; heard: boolean }

/** Parses what came through `postMessage`: an object with one of the known types, else undefined. */
export function parseToWorker(data: unknown): ToWorker | undefined {
  if (typeof data !== 'object' || data === null || !('type' in data)) return undefined
  if (data.type === 'KEEP_SCREEN') return parseScreen(data)
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

function parseScreen(data: object): ToWorker | undefined {
  const { lang, known, entry, screen } = data as Partial<Record<keyof KeptScreen, unknown>> // each is looked at below
  if (typeof lang !== 'string' || !/^[a-z]{2}$/.test(lang) || typeof known !== 'boolean') return undefined
  if (typeof entry !== 'string' || typeof screen !== 'string') return undefined
  return { type: 'KEEP_SCREEN', lang, known, entry, screen }
}

const fromWorker = ['CATALOGUE_CHANGED', 'PICTURES_SAVED', 'CONNECTION']

/** Parses a worker's message; undefined for anything else. */
export function parseFromWorker(data: unknown): FromWorker | undefined {
  if (typeof data !== 'object' || data === null || !('type' in data)) return undefined
  // the worker is built and released together with the page: its type names its shape
  if (fromWorker.includes(String(data.type))) return data as FromWorker
  return undefined
}
