import { ConnectionError } from '../api/errors.ts'
import { NotFoundPage } from './not-found-page.tsx'

/** Product and order pages that fail show the not-found view (specification section 8); offline is no 404. */
export function NotFoundFailure({ error }: { error: unknown }) {
  return <NotFoundPage offline={error instanceof ConnectionError} />
}
