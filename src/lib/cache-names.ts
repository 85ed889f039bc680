/** The worker's caches apart from those of the shell. Activation deletes every cache that is no longer named. */
export const cacheNames = {
  /** pictures that were displayed */
  seen: 'pictures-seen-v1',
  /** one thumbnail of every product, saved on request */
  saved: 'pictures-saved-v1',
  /** public catalogue reads of other scripts */
  reads: 'catalogue-reads-v1',
  /** typefaces that a page has loaded */
  fonts: 'fonts-v1',
  /** chunks of the previous version, for tabs that still run it */
  earlier: 'shell-earlier-v1',
} as const
