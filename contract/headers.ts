/** Names of the contract's headers, in lower case. */
export const headers = {
  shop: 'x-shop-api',
  build: 'x-shop-build',
  key: 'idempotency-key',
  replayed: 'idempotent-replayed',
  total: 'x-total-count',
  /** on the worker's answers from the saved catalogue: when the server was last asked, ISO 8601 */
  saved: 'x-shop-saved',
} as const
