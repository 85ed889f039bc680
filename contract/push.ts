import * as v from 'valibot'
import { given, nonEmptyLine, oneOf } from './fields.ts'
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
export const PushKey = v.object({ key: given })
export type PushKey = v.InferOutput<typeof PushKey>

/** The whole content of a push message. The device fetches everything else from the shop. */
export interface PushPayload {
  /** of the order, as in Q-7F3K-92MX */
  reference: string
  language: Locale
}

/** Parses a message's JSON; undefined for anything else. */
export function parsePushPayload(data: unknown): PushPayload | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const { reference, language }: { reference?: unknown; language?: unknown } = data
  const locale = toLocale(typeof language === 'string' ? language : undefined)
  return typeof reference === 'string' && locale ? { reference, language: locale } : undefined
}
