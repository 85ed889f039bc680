import type { Locale } from '../../contract/locales.ts'
import type { ShopSettings } from '../../contract/shop.ts'
import type { Database } from '../db/client.ts'
import type { FishIndex } from '../db/fish-index.ts'
import type { PushKeys } from '../db/push-keys.ts'
import type { ContactRow } from '../db/schema.ts'
import type { Outcome } from './outcome.ts'

export interface Clock {
  /** milliseconds since 1970 */
  now(): number
  /** waits so many milliseconds; by default a timer's */
  pause?(milliseconds: number): Promise<void>
}

export interface StoredPicture {
  /** the `image` value of the contract */
  image: string
  /** ThumbHash, base64 */
  placeholder: string
}

/** Details name accounts by their id and callers by their group of addresses; never an e-mail address, a token or a text. */
interface ServiceLog {
  info(details: Record<string, string | number | boolean>, message: string): void
  warn(details: Record<string, string | number | boolean>, message: string): void
}

interface OrderMails {
  /** of the shop, without a slash at its end */
  publicUrl: string
  /** of mails to the desk; buyers get theirs in that of their request */
  language: Locale
  /** an empty recipient is the desk */
  send(mail: { id: string; recipient: string; subject: string; text: string }): Promise<void>
}

/** A message for one browser, and where it takes it. */
interface PushOut {
  to: { endpoint: string; p256dh: string; auth: string }
  payload: string
  /** a later message of the same topic takes the place of one that was not delivered yet */
  topic: string
  keys: PushKeys
}

export interface PushService {
  /** of push services; `*.` before a name stands for every name below it */
  hosts: readonly string[]
  makeKeys(): Promise<PushKeys>
  /** hands a message to the push service; rejects, with its `statusCode`, when that did not take it */
  send(message: PushOut): Promise<void>
}

/** All that the services work with. */
export interface Shop {
  db: Database
  /** finds products by keyword */
  fishIndex: FishIndex
  clock: Clock
  /** its settings until an administrator saves some */
  newShop: ShopSettings
  /** the address of the shop is set, as links in mails need it */
  hasPublicAddress: boolean
  /** multiplies every limit but that of failed logins */
  rateLimitFactor: number
  /** converts an upload and stores it in all sizes; the refusal is `bad-picture` */
  storePicture(bytes: Uint8Array): Promise<Outcome<StoredPicture>>
  /** converts a logo and stores it with its icons; the refusal is `bad-picture` */
  storeLogo(bytes: Uint8Array): Promise<Outcome<string>>
  /** whether this `image` value is a stored logo */
  hasLogo(image: string): Promise<boolean>
  /** waits so many milliseconds */
  pause(milliseconds: number): Promise<void>
  /** logs failed log-ins, changes of rights and deletions; set once the server is built */
  log?: ServiceLog
  /** mails a message to the shop; undefined where no mail server is set */
  sendMail: ((message: ContactRow) => Promise<void>) | undefined
  /** mails about orders and accounts; none where no mail server is set, or no address for the links in them */
  orderMails?: OrderMails | undefined
  push: PushService
}

export function isoNow(clock: Clock, later = 0): string {
  return new Date(clock.now() + later).toISOString()
}

/** Now, or a millisecond after `earlier` where the clock is not past it: no two versions of a thing have one time. */
export function isoAfter(clock: Clock, earlier: string): string {
  const now = isoNow(clock)
  return now > earlier ? now : new Date(Date.parse(earlier) + 1).toISOString()
}
