import * as v from 'valibot'
import { nonEmptyLine, oneOf, required } from './fields.ts'
import { limits } from './limits.ts'
import { type Locale, locales, toLocale } from './locales.ts'

/** A browser's `PushSubscription`, and the language of its notifications. */
export const PushInput = v.object({
  /** `https:` address of a push service in the setting PUSH_HOSTS */
  endpoint: nonEmptyLine(limits.pushEndpointLength),
  keys: v.object({
    /** public key of the browser, a point of P-256, base64url */
    p256dh: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{87}=?$/)),
    /** 16 bytes, base64url */
    auth: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{22}(==)?$/)),
  }),
  language: v.optional(oneOf(locales)),
})
export type PushInput = v.InferOutput<typeof PushInput>

/** The shop's public VAPID key (RFC 8292), base64url: what a browser subscribes with. */
export const PushKey = v.object({ key: required })

/** The whole content of a push message. The device fetches everything else from the shop. */
export interface PushPayload {
  /** of the order, as in Q-7F3K-92MX; or the name of the product */
  reference: string
  /** id of a product that is in stock again */
  product?: string
  language: Locale
}

/** Parses a message's JSON; undefined for anything else. */
export function parsePushPayload(data: unknown): PushPayload | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const { reference, language, product }: { reference?: unknown; language?: unknown; product?: unknown } = data
  const locale = toLocale(typeof language === 'string' ? language : undefined)
  if (typeof reference !== 'string' || !locale) return undefined
  return { reference, ...(typeof product === 'string' && { product }), language: locale }
}

/** The tag under which pages register for Background Sync. */
export const syncTag = 'outbox'

export type ToWorker =
  /** store the home page in this language for the next start */
  | { kind: 'SAVE_START_PAGE'; locale: Locale }
  /** these products have changed: fetch their thumbnails, where the person wants all of them */
  | { kind: 'PRODUCTS_CHANGED'; ids: string[] }
  | { kind: (typeof plainRequests)[number] }

const plainRequests = [
  /** activate the new version */
  'SKIP_WAITING',
  /** end all work, because a new version takes over */
  'LEAVE',
  /** send the pending entries of the outbox */
  'SEND_OUTBOX',
  /** fetch the thumbnail of every product; answered with PICTURES_SAVED as it goes on */
  'SAVE_PICTURES',
  'STOP_SAVING_PICTURES',
  'REMOVE_PICTURES',
  /** report how many thumbnails are stored; answered with PICTURES_SAVED */
  'REPORT_PICTURES',
] as const

export interface FromWorker {
  kind: 'PICTURES_SAVED'
  done: number
  of: number
  bytes: number
  finished: boolean
}

/** Parses a page's message; undefined for anything else. workbox-window and earlier versions of the app say `type` for `kind`. */
export function parseToWorker(data: unknown): ToWorker | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const message: { kind?: unknown; type?: unknown; locale?: unknown; ids?: unknown } = data
  const kind = message.kind ?? message.type
  if (kind === 'SAVE_START_PAGE') {
    const locale = toLocale(String(message.locale))
    return locale && { kind, locale }
  }
  if (kind === 'PRODUCTS_CHANGED') {
    const { ids } = message
    return Array.isArray(ids) ? { kind, ids: ids.filter((id) => typeof id === 'string') } : undefined
  }
  const plain = plainRequests.find((each) => each === kind)
  return plain && { kind: plain }
}

/** Parses a worker's message; undefined for anything else. */
export function parseFromWorker(data: unknown): FromWorker | undefined {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return undefined
  // page and worker are released together, so the kind tells the shape
  return data.kind === 'PICTURES_SAVED' ? (data as FromWorker) : undefined
}
