import { Trans, useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import type { FishDetail } from '../../../contract/fishes.ts'
import type { Review } from '../../../contract/reviews.ts'
import { getOutboxOf, isPending } from '../../db/outbox-rows.ts'
import { formatDate } from '../../i18n/dates.ts'
import { useDeps } from '../../ui/deps.tsx'
import { useSession } from '../../ui/session.ts'
import { Stars } from '../../ui/stars.tsx'
import { ReviewForm } from './review-form.tsx'
import { WaitingReview } from './waiting-review.tsx'

/** What buyers say about a product, what this buyer has said and not sent yet, and the form for more. */
export function Reviews({ product }: { product: FishDetail }) {
  const { t } = useLingui()
  const { db } = useDeps()
  const session = useSession()
  const mine = useLiveQuery(
    async () => (session ? getOutboxOf(db, session.userId).catch(() => []) : []),
    [db, session?.userId],
  )
  const waiting = (mine ?? []).filter(
    (row) => row.payload.kind === 'review' && row.payload.fishe === product._id && isPending(row),
  )
  return (
    <section className="split" aria-labelledby="reviews">
      <div className="review-list">
        <h2 id="reviews" tabIndex={-1}>
          <Trans>Reviews</Trans>
        </h2>
        {waiting.map((row) => (
          <WaitingReview key={row.id} row={row} />
        ))}
        {product.reviews.length === 0 && waiting.length === 0 && (
          <p className="muted">
            {product.numReviews > 0 ? (
              // opened from the saved catalogue, which knows how many there are but not what they say
              <Trans>The reviews of this product need a connection.</Trans>
            ) : (
              <Trans>Nobody has reviewed this product yet.</Trans>
            )}
          </p>
        )}
        <ul className="review-list">
          {product.reviews.map((review) => (
            <li key={review._id || review.name + review.created_at} className="review">
              <ReviewText review={review} />
            </li>
          ))}
        </ul>
      </div>
      <div className="panel split-aside">
        <h2>
          <Trans>Write a review</Trans>
        </h2>
        {session ? (
          <ReviewForm product={product} session={session} />
        ) : (
          <p data-message="pleaseLogin">
            <a href={`#/login?redirect=/products/${encodeURIComponent(product._id)}`}>{t`Please log in`}</a>{' '}
            <Trans comment="follows the link 'Please log in'">to write a review.</Trans>
          </p>
        )}
      </div>
    </section>
  )
}

function ReviewText({ review }: { review: Review }) {
  return (
    <>
      <div className="review-head">
        <strong>{review.name}</strong>
        <Stars rating={review.rating} />
        {review.created_at && (
          <time className="muted" dateTime={review.created_at}>
            {formatDate(review.created_at)}
          </time>
        )}
      </div>
      {review.comment && <p className="review-text">{review.comment}</p>}
    </>
  )
}
