import type { Database } from '../db/client.ts'
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

export interface ContactMail {
  id: string
  subject: string
  name: string
  email: string
  text: string
}

/** All that the services work with. */
export interface Shop {
  db: Database
  clock: Clock
  /** multiplies every limit but that of failed logins */
  rateLimitFactor: number
  /** converts an upload and stores it in all sizes; the refusal is `bad-picture` */
  storePicture(bytes: Uint8Array): Promise<Outcome<StoredPicture>>
  /** undefined where no mail server is set */
  sendMail: ((mail: ContactMail) => Promise<void>) | undefined
}

export function isoNow(clock: Clock, later = 0): string {
  return new Date(clock.now() + later).toISOString()
}
