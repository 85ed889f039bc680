import type { Database } from '../db/client.ts'
import type { ContactRow } from '../db/schema.ts'
import type { Outcome } from '../http/outcome.ts'

export interface Clock {
  /** milliseconds since 1970 */
  now(): number
}

export interface StoredPicture {
  /** the `image` value of the contract */
  image: string
  /** ThumbHash, base64 */
  placeholder: string
}

/** All that the services work with. */
export interface Shop {
  db: Database
  clock: Clock
  /** multiplies every limit but that of failed logins */
  rateLimitFactor: number
  /** converts an upload and stores it in all sizes; the refusal is `bad-picture` */
  storePicture(bytes: Uint8Array): Promise<Outcome<StoredPicture>>
  /** mails a message to the shop; undefined where no mail server is set */
  sendMail: ((message: ContactRow) => Promise<void>) | undefined
}

export function isoNow(clock: Clock, later = 0): string {
  return new Date(clock.now() + later).toISOString()
}
