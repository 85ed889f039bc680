import { getRouteApi, notFound } from '@tanstack/react-router'
import { type ReactNode, Suspense, startTransition, use, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Fish } from '../../contract/fishes.ts'
import { nameIn } from '../../contract/locales.ts'
import { ProductPage } from '../catalogue/product-page.tsx'
import { type ReadProduct, useProduct } from '../db/read-products.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { lazyPart } from '../ui/loading/late-part.tsx'
import { afterPaint } from '../ui/schedule.ts'
import { useTitle } from '../ui/title.ts'

const Reviews = lazyPart(() => import('../catalogue/review-section.tsx').then((module) => module.Reviews))
const route = getRouteApi('/products/$id')

/** A product. Its reviews are rendered after the first paint, or later if they have to be fetched. */
export function ProductScreen() {
  const { id } = route.useParams()
  const read = route.useLoaderData()
  const [painted, setPainted] = useState<string>()
  useEffect(() => afterPaint(() => startTransition(() => setPainted(id))), [id])
  const isPainted = painted === id
  const product = useProduct(id, read, isPainted)
  if (!product) throw notFound()
  useTitle(nameIn(product, useLocale()))
  return (
    <ProductPage
      product={product}
      reviews={
        isPainted && (
          <Suspense key={id} fallback={null}>
            <Refreshed refresh={read.refresh}>
              <Reviews product={product} />
            </Refreshed>
          </Suspense>
        )
      }
    />
  )
}

let isRehearsed = false

/**
 * Renders a product once outside of the page and removes it again. The browser compiles code when it runs for the first
 * time, which would take a fifth of the first opening.
 */
export function ProductRehearsal({ fish }: { fish: Fish }) {
  const [isOver, setOver] = useState(isRehearsed)
  const [stage] = useState(() => document.createElement('div'))
  useEffect(() => {
    isRehearsed = true
    startTransition(() => setOver(true))
  }, [])
  // without the picture, which would be requested
  return !isOver && createPortal(<ProductPage product={{ ...fish, image: '', reviews: [] }} reviews={null} />, stage)
}

/** Fetches a newer copy and waits for it. A deleted product shows the not-found view; without an answer the saved copy stays. */
function Refreshed({ refresh, children }: { refresh: ReadProduct['refresh']; children: ReactNode }) {
  const reply = refresh && use(refresh())
  if (reply?.ok === false && reply.refusal.status === 404) throw notFound()
  return children
}
