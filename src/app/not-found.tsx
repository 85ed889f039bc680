import { lazyPart } from '../ui/lazy-part.tsx'
import { Pending } from '../ui/pending.tsx'

/** The not-found view, which is fetched like any other screen. */
export const NotFound = lazyPart(
  () => import('../ui/not-found-page.tsx').then((module) => module.NotFoundPage),
  Pending,
)
