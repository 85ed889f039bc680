import type { Readable } from 'node:stream'
import type { FileType } from '../contract/files.ts'
import type { Locale } from '../contract/locales.ts'
import type { ShopSettings } from '../contract/shop.ts'
import type { FishIndex } from './catalogue/fish-index.ts'
import type { Clock, Database } from './db/database.ts'
import type { Post } from './outbox/post.ts'
import type { PushService } from './outbox/push-service.ts'
import type { ByteStore } from './storage/byte-store.ts'

/** How often things have happened in this process since it started. */
export const noCounts = () => ({ orders: 0, orderEvents: 0, failedMails: 0, failedPushes: 0, failedWebhooks: 0 })
export type Counts = ReturnType<typeof noCounts>

export interface StoredPicture {
  /** the `image` value of the contract */
  image: string
  /** ThumbHash, base64 */
  placeholder: string
}

/** Details have ids of accounts and address groups of callers, never e-mail addresses, tokens or texts. */
type Log = (details: Record<string, string | number | boolean>, message: string) => void

/** A mail about an order or account, to a user or the shop's desk. */
export interface NoticeMail {
  /** used for the Message-ID, so that retries have the same one */
  id: string
  /** an e-mail address; empty for the desk */
  recipient: string
  subject: string
  text: string
  language: Locale
}

export interface ContactMail {
  /** as above */
  id: string
  subject: string
  name: string
  /** the visitor's address, used only in Reply-To */
  email: string
  text: string
  language: Locale
}

export interface ServiceDeps {
  db: Database
  fishIndex: FishIndex
  clock: Clock
  /** the settings until an administrator saves some */
  newShop: ShopSettings
  /** of the shop, without a slash at its end; undefined without PUBLIC_URL, which links in mails need */
  publicUrl?: string | undefined
  /** multiplies every limit but that of failed logins */
  rateLimitFactor: number
  /** converts an upload and stores it in all sizes; refuses with `bad-picture` */
  storePicture(bytes: Uint8Array): Promise<StoredPicture>
  /** stores a PDF; answers its address */
  storeCertificate(bytes: Buffer): Promise<string>
  /** a stored PDF by its address; undefined if there is none */
  openCertificate(address: string): Promise<Readable | undefined>
  /** converts a logo and stores it with its icons; refuses with `bad-picture` */
  storeLogo(bytes: Uint8Array): Promise<string>
  /** whether this `image` value is a stored picture */
  hasPicture(image: string): Promise<boolean>
  /** the icon of a logo, or all of a wide one, PNG; undefined if this `image` value is no stored logo */
  readLogo(image: string, isWide?: boolean): Promise<Uint8Array | undefined>
  /** the bytes of the files of orders, by `{order}/{file}` and `{order}/{file}.webp` */
  files: ByteStore
  /** the folder with the bytes of unfinished uploads */
  incoming: string
  /** looks at the content of somebody's file at a path; returns a picture's thumbnail; refuses with `bad-file` and the broken rule */
  examineFile(path: string, type: FileType, who: string): Promise<Uint8Array | undefined>
  /** free bytes of the disk with DATA_DIR */
  freeDisk(): Promise<number>
  pause(milliseconds: number): Promise<void>
  /** logs failed logins, changes of rights and deletions; set when the server is built */
  log?: Record<'info' | 'warn', Log>
  /** mails a contact message to the shop; undefined without a mail server */
  sendMail: ((mail: ContactMail) => Promise<void>) | undefined
  /** the environment variables that mail lacks */
  mailVariables: readonly string[]
  /** of mails to the shop's desk; mails to buyers use the order's language */
  deskLanguage: Locale
  /** mails about orders and accounts; undefined without a mail server or PUBLIC_URL */
  orderMails?: { publicUrl: string; send(mail: NoticeMail): Promise<void> } | undefined
  push: PushService
  /** `allowsPrivate`: http: and private addresses */
  webhooks: { allowsPrivate: boolean; post: Post }
  /** what has happened in this process, for `/metrics` */
  counts: Counts
}
