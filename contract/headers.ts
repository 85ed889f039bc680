/** Names of the headers of the contract; lower case, as both sides read them. */
export const headers = {
  shop: 'x-shop-api',
  build: 'x-shop-build',
  key: 'idempotency-key',
  replayed: 'idempotent-replayed',
  total: 'x-total-count',
  /** on an answer that the worker made from the saved catalogue: when the server was last asked, ISO 8601 */
  saved: 'x-shop-saved',
} as const
