import { lazy, Suspense } from 'react'
import { Pending } from './pending.tsx'

const NotFoundPage = lazy(async () => {
  const [{ inChakra }, screen] = await Promise.all([
    import('../ui/chakra-region.tsx'),
    import('../ui/not-found-page.tsx'),
  ])
  return { default: inChakra(screen.NotFoundPage) }
})

/** The not-found view, which is fetched like any other screen. */
export function NotFound() {
  return (
    <Suspense fallback={<Pending />}>
      <NotFoundPage />
    </Suspense>
  )
}
