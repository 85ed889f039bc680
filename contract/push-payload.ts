import { type Locale, toLocale } from './locales.ts'

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
