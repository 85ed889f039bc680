import { type Static, Type } from 'typebox'
import { limits } from './limits.ts'
import { locales } from './locales.ts'
import { line, oneOf } from './texts/text-schemas.ts'

/** A browser's `PushSubscription`, and the language of its notifications. */
export const PushInput = Type.Object({
  /** `https:` address of a push service in the setting PUSH_HOSTS */
  endpoint: line(limits.pushEndpointLength, { minLength: 1 }),
  keys: Type.Object({
    /** public key of the browser, a point of P-256, base64url */
    p256dh: Type.String({ pattern: '^[A-Za-z0-9_-]{87}=?$' }),
    /** 16 bytes, base64url */
    auth: Type.String({ pattern: '^[A-Za-z0-9_-]{22}(==)?$' }),
  }),
  language: Type.Optional(oneOf(locales)),
})
export type PushInput = Static<typeof PushInput>

/** The shop's public VAPID key (RFC 8292), base64url: what a browser subscribes with. */
export const PushKey = Type.Object({ key: Type.String() })
export type PushKey = Static<typeof PushKey>
