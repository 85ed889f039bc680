import { Badge, Box, Button, Card, Flex, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { hasRight } from '../../contract/accounts.ts'
import type { FishDetail, Review } from '../../contract/fishes.ts'
import { limits } from '../../contract/limits.ts'
import { fetchProduct } from '../db/read-products.ts'
import { useDeps } from '../db/use-deps.tsx'
import { useSession } from '../db/use-session.ts'
import { formatTime } from '../i18n/dates.ts'
import { useRefusalText } from '../i18n/refusals.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { Time } from '../ui/date-text.tsx'
import { DeleteDialog } from '../ui/dialogs/delete-dialog.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { useCall } from '../ui/loading/use-call.ts'
import { Stars } from '../ui/stars.tsx'

/** The key of a review on the screen. Servers that only follow the specification send no ids. */
const reviewKey = ({ _id, name, created_at }: Review) => _id || `${name} ${created_at}`

/** The reviews of a product, newest first, older ones on request. Administrators can delete them. */
export function ReviewList({ product }: { product: FishDetail }) {
  const { t } = useLingui()
  const deps = useDeps()
  const locale = useLocale()
  const mayDelete = hasRight(useSession(), 'products')
  const refusalText = useRefusalText()
  const { busy, failure, run } = useCall()
  const [older, setOlder] = useState<readonly Review[]>([])
  const [dropped, setDropped] = useState<readonly string[]>([])
  const [more, setMore] = useState<boolean>()
  const [deleting, setDeleting] = useState<Review>()

  const newest = new Set(product.reviews.map(reviewKey))
  const loaded = [...product.reviews, ...older.filter((review) => !newest.has(reviewKey(review)))]
  const reviews = loaded.filter((review) => !dropped.includes(reviewKey(review)))
  const hasMore = more ?? (product.reviews.length > 0 && product.numReviews > product.reviews.length)

  const showOlder = async () => {
    // the next page follows from the number shown, so that a deletion leaves no gap
    const page = Math.floor(reviews.length / limits.reviewsPerPage) + 1
    const answer = await run(() => deps.api.call('listReviews', { params: { id: product._id }, query: { page } }))
    if (!answer) return
    const shown = new Set(loaded.map(reviewKey))
    const found = answer.body.reviews.filter((review) => !shown.has(reviewKey(review)))
    flushSync(() => {
      setOlder([...older, ...found])
      setMore(page < answer.body.pages)
    })
    // the button may be gone: the focus moves to the first new review
    if (found[0]) document.getElementById(`review-${reviewKey(found[0])}`)?.focus()
  }
  const afterDeletion = async () => {
    if (deleting) setDropped([...dropped, reviewKey(deleting)])
    // updates the saved product; without a connection the next visit does
    await fetchProduct(deps, product._id).catch(() => undefined)
  }
  const deleteLabel = ({ name, created_at }: Review) => {
    const date = formatTime(created_at, locale)
    return t`Delete the review of ${name}, ${date}`
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
            {mayDelete && review._id !== '' && (
              <Button
                alignSelf="start"
                mt="2"
                colorPalette="red"
                aria-label={deleteLabel(review)}
                onClick={() => setDeleting(review)}
              >
                <Trans comment="button at a row">Delete</Trans>
              </Button>
            )}
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
            <Trans>The review of {name} will be permanently deleted, and the product’s rating is recalculated.</Trans>
          </p>
        </DeleteDialog>
      )}
    </>
  )
}

interface ReviewTextProps {
  name: string
  rating: number
  comment: string
  /** ISO 8601; absent before the server has it */
  createdAt?: string
  children?: ReactNode
}

export function ReviewText({ name, rating, comment, createdAt, children }: ReviewTextProps) {
  const { t } = useLingui()
  return (
    <>
      <Flex wrap="wrap" align="center" rowGap="1" columnGap="3">
        <strong>{name || t`Former customer`}</strong>
        {children}
        <Stars rating={rating} />
        {createdAt && (
          <Text as="span" color="fg.muted">
            <Time at={createdAt} />
          </Text>
        )}
      </Flex>
      {comment && (
        <Box as="p" mt="1.5" whiteSpace="pre-line" unicodeBidi="plaintext" overflowWrap="anywhere">
          {comment}
        </Box>
      )}
    </>
  )
}
