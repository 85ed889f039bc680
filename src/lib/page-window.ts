/** The page numbers a pager shows: first, last, and the neighbours of the current one; 0 is a gap. */
export function pageWindow(page: number, pages: number): number[] {
  const shown = [1, page - 1, page, page + 1, pages].filter((at) => at >= 1 && at <= pages)
  const sorted = [...new Set(pages <= 7 ? Array.from({ length: pages }, (_, i) => i + 1) : shown)].sort((a, b) => a - b)
  return sorted.flatMap((at, i) => (i > 0 && at - (sorted[i - 1] ?? at) > 1 ? [0, at] : [at]))
}
