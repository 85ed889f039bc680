import { Badge, Box, Button, Card, Flex, Text } from '@chakra-ui/react'
import { ph } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { hasRight } from '../../contract/accounts.ts'
import type { FishDetail, Review } from '../../contract/fishes.ts'
import { limits } from '../../contract/limits.ts'
import { getOutboxOf, isPending, problemRefusal } from '../db/outbox-rows.ts'
import { fetchProduct } from '../db/read-products.ts'
import type { OutboxRow, Session } from '../db/rows.ts'
import { useDeps, useFreshQuery, useSession } from '../db/use-deps.tsx'
import { SelectField, TextAreaField } from '../forms/fields.tsx'
import { Form, FormFailure, SubmitButton, useForm } from '../forms/form.tsx'
import { useSaveAndWait } from '../forms/save-and-wait.ts'
import { formatTime } from '../i18n/dates.ts'
import { useRefusalText } from '../i18n/refusals.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { inChakra } from '../ui/chakra-region.tsx'
import { Time } from '../ui/date-text.tsx'
import { DeleteDialog } from '../ui/dialogs/delete-dialog.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { useStatusMessage } from '../ui/feedback/status-message.tsx'
import { useCall } from '../ui/loading/use-call.ts'
import { EntryBadge, OutboxNotice } from '../ui/outbox-notice.tsx'
import { Aside, Split } from '../ui/page.tsx'
import { Stars } from '../ui/stars.tsx'

/** The key of a review on the screen. Servers that only follow the specification send no ids. */
const reviewKey = ({ _id, name, created_at }: Review) => _id || `${name} ${created_at}`

function ReviewList({ product }: { product: FishDetail }) {
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
          <Trans>The review of {name} will be permanently deleted, and the product’s rating is recalculated.</Trans>
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

function ReviewText({ name, rating, comment, createdAt, children }: ReviewTextProps) {
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

interface ReviewFormProps {
  product: FishDetail
  session: Session
  waiting: OutboxRow | undefined
}

/** Saves a review first and then sends it, like an order. A quick outcome is shown at once. */
function ReviewForm({ product, session, waiting }: ReviewFormProps) {
  const { t } = useLingui()
  const deps = useDeps()
  const { sync } = deps
  const [outcome, setOutcome] = useState<'sent' | 'waiting'>()
  const saveAndWait = useSaveAndWait()
  const form = useForm({
    name: `review-${product._id}`,
    initial: { rating: '', comment: '' },
    // the server checks the rating (specification section 5)
    async submit({ rating, comment }, onSaved) {
      setOutcome(undefined)
      const { _id: fishe, trade_name, trade_name_fr, trade_name_es } = product
      const body = { rating: Number(rating), comment }
      const display = { trade_name, trade_name_fr, trade_name_es }
      const review = { kind: 'review', fishe, body, display } as const
      const row = await saveAndWait(() => sync.enqueue(review, { session }), onSaved)
      if (!row) return 'failed'
      if (row.state === 'attention') {
        const refusal = problemRefusal(row.problem ?? { status: 0, detail: t`The shop has refused this review.` })
        if (rating !== '') return refusal
        return { ...refusal, errors: [{ path: 'rating', detail: t`Please choose a rating from 1 to 5.` }] }
      }
      setOutcome(row.state === 'done' ? 'sent' : 'waiting')
      if (row.state === 'done') await fetchProduct(deps, fishe).catch(() => undefined)
      return 'reset'
    },
  })

  const ratings = [
    { value: '', label: t({ message: 'Choose…', comment: 'the empty choice of the rating' }) },
    { value: '1', label: t({ message: '1 Poor', comment: 'rating' }) },
    { value: '2', label: t({ message: '2 Fair', comment: 'rating' }) },
    { value: '3', label: t({ message: '3 Good', comment: 'rating' }) },
    { value: '4', label: t({ message: '4 Very good', comment: 'rating' }) },
    { value: '5', label: t({ message: '5 Excellent', comment: 'rating' }) },
  ]
  return (
    <Form form={form}>
      <SelectField field={form.field('rating')} label={t`Rating`} options={ratings} />
      <TextAreaField field={form.field('comment')} label={t`Comment`} maxLength={limits.commentLength} />
      <Text color="fg.muted">
        <Trans>Everybody can read your review, with your name: {ph({ name: session.name })}.</Trans>
      </Text>
      <FormFailure form={form} />
      {outcome === 'sent' && (
        <Notice kind="success">
          <span data-message="reviewSubmitted">{t`Your review was submitted successfully`}</span>
        </Notice>
      )}
      {waiting && outcome === 'waiting' && <OutboxNotice row={waiting} />}
      <SubmitButton form={form}>{t`Submit review`}</SubmitButton>
    </Form>
  )
}

function WaitingReview({ row, onDiscarded }: { row: OutboxRow; onDiscarded: (sentence: ReactNode) => void }) {
  if (row.payload.kind !== 'review') return null
  const { rating, comment } = row.payload.body
  return (
    <Card.Root as="article" py="4" px="5">
      <ReviewText name={row.userName} rating={rating} comment={comment}>
        <EntryBadge state={row.state} />
      </ReviewText>
      <OutboxNotice isInRow isQuiet row={row} onDiscarded={row.state === 'attention' ? onDiscarded : undefined} />
    </Card.Root>
  )
}

export const Reviews = inChakra(function Reviews({ product }: { product: FishDetail }) {
  const { t } = useLingui()
  const { db } = useDeps()
  const session = useSession()
  const [said, say] = useStatusMessage()
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
        <h2 id="reviews" tabIndex={-1}>{t`Reviews`}</h2>
        {said}
        {waiting.map((row) => (
          <WaitingReview key={row.id} row={row} onDiscarded={say} />
        ))}
        {product.reviews.length === 0 && waiting.length === 0 && (
          <Text color="fg.muted">
            {product.numReviews > 0 ? (
              // the saved catalogue has the number of reviews, but not their texts
              <Trans>The reviews of this product need a connection.</Trans>
            ) : (
              <Trans>This product has no reviews yet.</Trans>
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
            waiting={waiting.findLast(({ state }) => state !== 'attention')}
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
})
