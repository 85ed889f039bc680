import { Trans } from '@lingui/react/macro'
import type { OutboxRow } from '../../db/rows.ts'
import { problemRefusal } from '../../sync/problem-refusal.ts'
import { useDeps } from '../../ui/deps.tsx'
import { RefusalReasons } from '../../ui/refusal-reasons.tsx'
import { Stars } from '../../ui/stars.tsx'

/** A review that has not reached the shop, marked as such; a refused one with the reason and a way to take it off. */
export function WaitingReview({ row }: { row: OutboxRow }) {
  const { sync } = useDeps()
  if (row.payload.kind !== 'review') return null
  const { rating, comment } = row.payload.body
  return (
    <article className="review">
      <div className="review-head">
        <strong>{row.userName}</strong>
        <Stars rating={rating} />
        <span className={row.state === 'attention' ? 'badge badge-danger' : 'badge badge-warn'}>
          {row.state === 'attention' ? (
            <Trans>Needs your attention</Trans>
          ) : row.state === 'waiting-login' ? (
            <Trans>Waiting for you to log in</Trans>
          ) : (
            <Trans>Waiting for a connection</Trans>
          )}
        </span>
      </div>
      {comment && <p className="review-text">{comment}</p>}
      {row.state === 'attention' && (
        <>
          {row.problem && (
            <div className="field-error">
              <RefusalReasons refusal={problemRefusal(row.problem)} verbatim />
            </div>
          )}
          <button type="button" className="button" onClick={() => void sync.discard(row.id)}>
            <Trans>Discard</Trans>
          </button>
        </>
      )}
    </article>
  )
}
