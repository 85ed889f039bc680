/** Runs `work` when the page has a quiet moment; in browsers that cannot tell, after a second. */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(() => work())
  else setTimeout(work, 1000)
}
