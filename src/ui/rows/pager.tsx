import { useLingui } from '@lingui/react/macro'
import { memo } from 'react'
import { PlainIconButton } from '../icon.tsx'

interface PagerProps {
  page: number
  pages: number
  onPage: (page: number) => void
}

/** The pager of a list, hidden for a single page (specification section 5). Without Chakra, since the server sends it too. */
export const Pager = memo(function Pager({ page, pages, onPage }: PagerProps) {
  const { t } = useLingui()
  if (pages <= 1) return null
  return (
    <nav className="row pager" aria-label={t`Pagination`}>
      <PlainIconButton icon="left" label={t`Previous page`} disabled={page <= 1} onClick={() => onPage(page - 1)} />
      {pageWindow(page, pages).map((at, i, all) =>
        at === 0 ? (
          <span key={`gap-${all[i - 1]}`} aria-hidden="true">
            …
          </span>
        ) : (
          <button
            key={at}
            type="button"
            className="button button-icon"
            aria-label={t`Page ${at}`}
            aria-current={at === page ? 'page' : undefined}
            onClick={() => onPage(at)}
          >
            {at}
          </button>
        ),
      )}
      <PlainIconButton icon="right" label={t`Next page`} disabled={page >= pages} onClick={() => onPage(page + 1)} />
    </nav>
  )
})

/** The page numbers a pager shows: first, last, and the neighbours of the current one; 0 is a gap. */
export function pageWindow(page: number, pages: number): number[] {
  const shown = [1, page - 1, page, page + 1, pages].filter((at) => at >= 1 && at <= pages)
  const sorted = [...new Set(pages <= 7 ? Array.from({ length: pages }, (_, i) => i + 1) : shown)].sort((a, b) => a - b)
  return sorted.flatMap((at, i) => (i > 0 && at - (sorted[i - 1] ?? at) > 1 ? [0, at] : [at]))
}
