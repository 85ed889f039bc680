import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ProductPage } from '../features/catalogue/product-page.tsx'
import { Reviews } from '../features/reviews/reviews.tsx'
import { afterPaint } from '../ui/after-paint.ts'
import { type Deps, useDeps } from '../ui/deps.tsx'
import { knownProduct, noteProduct } from '../ui/known-products.ts'

const route = getRouteApi('/products/$id')

/** A product; one that a list knew is brought up to date behind its first painting. */
export function ProductScreen() {
  const deps = useDeps()
  const { id } = route.useParams()
  const { ahead } = route.useLoaderData()
  useEffect(() => {
    if (!ahead) return
    const left = new AbortController()
    afterPaint(() => left.signal.aborted || void bringNews(deps, id, left.signal))
    return () => left.abort()
  }, [ahead, deps, id])
  return <ProductPage reviews={(product) => <Reviews key={product._id} product={product} />} />
}

/** Notes what server or worker know of a product; where neither can tell, that what is known is all there is. */
async function bringNews({ api, db }: Deps, id: string, signal: AbortSignal): Promise<void> {
  // undefined: nobody answered
  const reply = await api.call('getFish', { params: { id }, signal }).catch(() => undefined)
  if (signal.aborted) return
  if (reply?.ok) noteProduct(db, id, reply.body)
  else if (reply?.refusal.status === 404) noteProduct(db, id, undefined)
  else noteProduct(db, id, knownProduct(db, id)?.product)
}
