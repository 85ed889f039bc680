/** Runs `work` when the next frame has been painted; in a hidden page, which paints nothing, soon. */
export function afterPaint(work: () => void): void {
  if (document.hidden) setTimeout(work)
  else requestAnimationFrame(() => setTimeout(work))
}
