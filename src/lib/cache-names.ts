/** The worker's caches besides the shell's own. A new name in place of an old one makes the old cache disappear at activation. */
export const cacheNames = {
  /** pictures that were shown */
  seen: 'pictures-seen-v1',
  /** one thumbnail of every product, saved on request */
  saved: 'pictures-saved-v1',
  /** chunks of the version before this one, for tabs that still run it */
  earlier: 'shell-earlier-v1',
} as const
