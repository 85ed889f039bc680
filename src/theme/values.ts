/** The same keys with each value wrapped as Chakra wants a token. */
export function values<T extends Record<string, unknown>>(entries: T): { [K in keyof T]: { value: T[K] } } {
  // `fromEntries` forgets the keys
  return Object.fromEntries(Object.entries(entries).map(([key, value]) => [key, { value }])) as {
    [K in keyof T]: { value: T[K] }
  }
}
