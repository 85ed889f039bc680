import { Suspense } from 'react'
import { lazyInChakra } from '../ui/lazy-chakra.ts'
import { Pending } from './pending.tsx'

const NotFoundPage = lazyInChakra(async () => (await import('../ui/not-found-page.tsx')).NotFoundPage)

/** The not-found view, which is fetched like any other screen. */
export function NotFound() {
  return (
    <Suspense fallback={<Pending />}>
      <NotFoundPage />
    </Suspense>
  )
}
