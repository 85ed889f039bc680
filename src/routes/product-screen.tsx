import { getRouteApi, notFound } from '@tanstack/react-router'
import { type ReactNode, Suspense, startTransition, use, useEffect, useState } from 'react'
import type { ReadProduct } from '../data/catalogue/read.ts'
import { ProductPage } from '../features/catalogue/product-page.tsx'
import { lazyPart } from '../ui/loading/late-part.tsx'
import { afterPaint } from '../ui/loading/when.ts'

const Reviews = lazyPart(() => import('../features/reviews/reviews.tsx').then((module) => module.Reviews))
const route = getRouteApi('/products/$id')

/** A product. Its reviews are rendered after the first paint, or later if they have to be fetched. */
export function ProductScreen() {
  const { product, refresh } = route.useLoaderData()
  const [painted, setPainted] = useState<string>()
  useEffect(() => afterPaint(() => startTransition(() => setPainted(product._id))), [product._id])
  return (
    <ProductPage
      reviews={(shown) =>
        painted === shown._id && (
          <Suspense key={shown._id} fallback={null}>
            <Refreshed refresh={refresh}>
              <Reviews product={shown} />
            </Refreshed>
          </Suspense>
        )
      }
    />
  )
}

/** Fetches a newer copy and waits for it. A deleted product shows the not-found view; without an answer the saved copy stays. */
function Refreshed({ refresh, children }: { refresh: ReadProduct['refresh']; children: ReactNode }) {
  const reply = refresh && use(refresh())
  if (reply?.ok === false && reply.refusal.status === 404) throw notFound()
  return children
}
