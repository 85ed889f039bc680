/** Whether what Dexie threw is, wraps or contains an error with one of these names. */
export function isCausedBy(names: readonly string[], error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (names.includes(error.name)) return true
  const behind = [...('inner' in error ? [error.inner] : []), ...('failures' in error ? [error.failures].flat() : [])]
  return behind.some((each) => isCausedBy(names, each))
}

/** Whether the disk is full. */
export const isQuota = (error: unknown): boolean => isCausedBy(['QuotaExceededError'], error)
