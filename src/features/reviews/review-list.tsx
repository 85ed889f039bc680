import { Badge, Button, Card, Flex } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { hasRight } from '../../../contract/accounts.ts'
import type { FishDetail, Review } from '../../../contract/fishes.ts'
import { fetchProduct } from '../../data/catalogue/read.ts'
import { useSession } from '../../data/session/use-session.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { formatTime } from '../../i18n/dates.ts'
import { useRefusalText } from '../../i18n/refusals.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { DeleteDialog } from '../../ui/dialogs/delete-dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ReviewText } from './review-text.tsx'
import { reviewKey, useOlderReviews } from './use-older-reviews.ts'

/** The reviews of a product, newest first, older ones on request. Administrators can delete them. */
export function ReviewList({ product }: { product: FishDetail }) {
  const deps = useDeps()
  const mayDelete = hasRight(useSession(), 'products')
  const refusalText = useRefusalText()
  const { reviews, hasMore, busy, failure, showMore, drop } = useOlderReviews(product)
  const [deleting, setDeleting] = useState<Review>()

  const showOlder = async () => {
    const first = await showMore()
    // the button may be gone: the focus moves to the first new review
    if (first) document.getElementById(`review-${reviewKey(first)}`)?.focus()
  }
  const afterDeletion = async () => {
    if (deleting) drop(deleting)
    // updates the saved product; without a connection the next visit does
    await fetchProduct(deps, product._id).catch(() => undefined)
  }
  const name = deleting?.name
  return (
    <>
      <Flex as="ul" direction="column" gap="4">
        {reviews.map((review) => (
          <Card.Root key={reviewKey(review)} as="li" id={`review-${reviewKey(review)}`} tabIndex={-1} py="4" px="5">
            <ReviewText {...review} createdAt={review.created_at}>
              {review.posesAsShop && (
                <Badge colorPalette="orange">
                  <Trans comment="mark beside a reviewer whose name reads like the shop's own">Not the shop</Trans>
                </Badge>
              )}
            </ReviewText>
            {mayDelete && review._id !== '' && <DeleteButton review={review} onDelete={setDeleting} />}
          </Card.Root>
        ))}
      </Flex>
      {failure && <Notice kind="error">{refusalText(failure)}</Notice>}
      {hasMore && (
        <Button alignSelf="start" aria-disabled={busy} onClick={() => busy || void showOlder()}>
          <Trans>Show older reviews</Trans>
        </Button>
      )}
      {deleting && (
        <DeleteDialog
          onClose={() => setDeleting(undefined)}
          onDelete={() => deps.api.call('deleteReview', { params: { id: product._id, review: deleting._id } })}
          onDeleted={afterDeletion}
        >
          <p>
            <Trans>The review of {name} is deleted for good, and the product’s rating is recalculated.</Trans>
          </p>
        </DeleteDialog>
      )}
    </>
  )
}

function DeleteButton({ review, onDelete }: { review: Review; onDelete: (review: Review) => void }) {
  const { t } = useLingui()
  const locale = useLocale()
  const { name } = review
  const date = formatTime(review.created_at, locale)
  return (
    <Button
      alignSelf="start"
      mt="2"
      colorPalette="red"
      aria-label={t`Delete the review of ${name}, ${date}`}
      onClick={() => onDelete(review)}
    >
      <Trans comment="button at a row">Delete</Trans>
    </Button>
  )
}
