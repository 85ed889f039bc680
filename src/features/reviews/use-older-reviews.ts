import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { FishDetail, Review } from '../../../contract/fishes.ts'
import { limits } from '../../../contract/limits.ts'
import { type ConnectionError, failureOf, type Refusal } from '../../api/errors.ts'
import { useDeps } from '../../data/use-deps.tsx'

interface OlderReviews {
  /** the newest ones, which come with the product, and the older ones fetched so far */
  reviews: readonly Review[]
  hasMore: boolean
  busy: boolean
  failure: Refusal | ConnectionError | undefined
  /** fetches the next page; returns its first new review */
  showMore: () => Promise<Review | undefined>
  /** removes a deleted review from the screen */
  drop: (review: Review) => void
}

/** The key of a review on the screen. Servers that only follow the specification send no ids. */
export const reviewKey = ({ _id, name, created_at }: Review) => _id || `${name} ${created_at}`

/** The reviews of a product, page by page. The next page follows from the number shown, so that a deletion leaves no gap. */
export function useOlderReviews(product: FishDetail): OlderReviews {
  const { api } = useDeps()
  const [older, setOlder] = useState<readonly Review[]>([])
  const [dropped, setDropped] = useState<readonly string[]>([])
  const [more, setMore] = useState<boolean>()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Refusal | ConnectionError>()

  const newest = new Set(product.reviews.map(reviewKey))
  const loaded = [...product.reviews, ...older.filter((review) => !newest.has(reviewKey(review)))]
  const reviews = loaded.filter((review) => !dropped.includes(reviewKey(review)))

  async function showMore(): Promise<Review | undefined> {
    setBusy(true)
    setFailure(undefined)
    let first: Review | undefined
    try {
      const failed = await failureOf(async () => {
        const page = Math.floor(reviews.length / limits.reviewsPerPage) + 1
        const reply = await api.call('listReviews', { params: { id: product._id }, query: { page } })
        if (!reply.ok) return reply
        const shown = new Set(loaded.map(reviewKey))
        const found = reply.body.reviews.filter((review) => !shown.has(reviewKey(review)))
        first = found[0]
        // rendered before the caller moves the focus there
        flushSync(() => {
          setOlder([...older, ...found])
          setMore(page < reply.body.pages)
        })
        return reply
      })
      setFailure(failed)
      return first
    } finally {
      setBusy(false)
    }
  }

  return {
    reviews,
    hasMore: more ?? (product.reviews.length > 0 && product.numReviews > product.reviews.length),
    busy,
    failure,
    showMore,
    drop: (review) => setDropped([...dropped, reviewKey(review)]),
  }
}
