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
