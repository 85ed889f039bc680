import * as v from 'valibot'
import { optionalEnum } from './fields.ts'

/** Names of the contract's headers, in lower case. */
export const headers = {
  shop: 'x-shop-api',
  build: 'x-shop-build',
  key: 'idempotency-key',
  replayed: 'idempotent-replayed',
  total: 'x-total-count',
} as const

/** What a live stream says: that something has changed, never what. The device then pulls the feed that it has anyway. */
export const liveHints = [
  /** one's own orders, for administrators any order */
  'orders',
  'catalogue',
  /** the settings of the shop */
  'shop',
  /** the stream's session has ended */
  'session',
] as const
export type LiveHint = (typeof liveHints)[number]
/** Milliseconds: between two comments of a stream, silence after which it counts as broken, and its longest life. */
export const liveTimes = { heartbeat: 25_000, silence: 40_000, lifetime: 15 * 60_000 } as const
/** `off`: not set up; `unknown`: not checked yet. */
const Part = optionalEnum(['ok', 'off', 'unknown'])

export const Health = v.object({
  status: v.literal('ok'),
  database: v.fallback(v.literal('ok'), 'ok'),
  mail: Part,
  pictures: Part,
})
export type Health = v.InferOutput<typeof Health>
