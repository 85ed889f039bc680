import { useLingui } from '@lingui/react/macro'
import { memo } from 'react'
import { pageWindow } from '../../lib/page-window.ts'
import { Icon } from '../../ui/icon.tsx'

interface PagerProps {
  page: number
  pages: number
  onPage: (page: number) => void
}

/** The pager of the product lists, which the server sends too: without Chakra. It appears with a second page only. */
export const Pager = memo(function Pager({ page, pages, onPage }: PagerProps) {
  const { t } = useLingui()
  if (pages <= 1) return null
  return (
    <nav className="row pager" aria-label={t`Pagination`}>
      <button
        type="button"
        className="button button-icon"
        aria-label={t`Previous page`}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <Icon name="left" />
      </button>
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
      <button
        type="button"
        className="button button-icon"
        aria-label={t`Next page`}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      >
        <Icon name="right" />
      </button>
    </nav>
  )
})
