import { Flex, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { FishDetail } from '../../../contract/fishes.ts'
import { getOutboxOf, isPending } from '../../data/outbox/outbox-rows.ts'
import { useSession } from '../../data/session/use-session.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { useFreshQuery } from '../../data/use-fresh-query.ts'
import { Aside, Split } from '../../ui/panel.tsx'
import { ReviewForm } from './review-form.tsx'
import { ReviewList } from './review-list.tsx'
import { WaitingReview } from './waiting-review.tsx'

/** The reviews of a product, this buyer's pending ones, and the form for a new one. */
export function Reviews({ product }: { product: FishDetail }) {
  const { t } = useLingui()
  const { db } = useDeps()
  const session = useSession()
  const mine = useFreshQuery(
    async () => (session ? getOutboxOf(db, session.userId).catch(() => []) : []),
    [db, session?.userId],
  )
  const waiting = (mine ?? []).filter(
    (row) => row.payload.kind === 'review' && row.payload.fishe === product._id && isPending(row),
  )
  return (
    <Split as="section" mt="6" aria-labelledby="reviews">
      <Flex direction="column" gap="4" minWidth="0">
        <h2 id="reviews" tabIndex={-1}>
          <Trans>Reviews</Trans>
        </h2>
        {waiting.map((row) => (
          <WaitingReview key={row.id} row={row} />
        ))}
        {product.reviews.length === 0 && waiting.length === 0 && (
          <Text color="fg.muted">
            {product.numReviews > 0 ? (
              // the saved catalogue has the number of reviews, but not their texts
              <Trans>The reviews of this product need a connection.</Trans>
            ) : (
              <Trans>Nobody has reviewed this product yet.</Trans>
            )}
          </Text>
        )}
        <ReviewList key={product._id} product={product} />
      </Flex>
      <Aside as="div" title={<Trans>Write a review</Trans>}>
        {session ? (
          <ReviewForm
            product={product}
            session={session}
            isWaiting={waiting.some(({ state }) => state !== 'attention')}
          />
        ) : (
          <p data-message="pleaseLogin">
            <Link to="/login" search={{ redirect: `/products/${product._id}` }}>{t`Please log in`}</Link>{' '}
            <Trans comment="follows the link 'Please log in'">to write a review.</Trans>
          </p>
        )}
      </Aside>
    </Split>
  )
}
