import { getRouteApi, notFound } from '@tanstack/react-router'
import { type ReactNode, Suspense, use, useEffect } from 'react'
import type { ReadProduct } from '../catalogue/read.ts'
import { ProductPage } from '../features/catalogue/product-page.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { afterPaint } from '../ui/when.ts'

const Reviews = lazyPart(() => import('../features/reviews/reviews.tsx').then((module) => module.Reviews))
const route = getRouteApi('/products/$id')

/** A product; its reviews follow when they are not saved yet. */
export function ProductScreen() {
  const { refreshed, onShown } = route.useLoaderData()
  useEffect(() => afterPaint(onShown), [onShown])
  return (
    <ProductPage
      reviews={(product) => (
        <Suspense key={product._id} fallback={null}>
          <Refreshed answer={refreshed}>
            <Reviews product={product} />
          </Refreshed>
        </Suspense>
      )}
    />
  )
}

/** What needs the newer copy; without an answer the saved one is all there is. */
function Refreshed({ answer, children }: { answer: ReadProduct['refreshed']; children: ReactNode }) {
  const reply = answer && use(answer)
  if (reply?.ok === false && reply.refusal.status === 404) throw notFound()
  return children
}
