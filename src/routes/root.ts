import { createRootRouteWithContext } from '@tanstack/react-router'
import type { Deps } from '../ui/deps.tsx'

export interface RouterContext {
  deps: Deps
}

/** The parent of all routes; the app gives it its layout. */
export const rootRoute = createRootRouteWithContext<RouterContext>()()
