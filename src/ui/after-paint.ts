/**
 * Runs `work` when the next frame has been painted; in a hidden page, which paints nothing, soon. Called from an effect,
 * that frame is the one that shows what was just rendered, or a later one.
 */
export function afterPaint(work: () => void): void {
  if (document.hidden) setTimeout(work)
  else requestAnimationFrame(() => setTimeout(work))
}
