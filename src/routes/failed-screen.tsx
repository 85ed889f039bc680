import type { ErrorRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { ChunkError } from '../ui/loading/chunk.ts'
import { lazyPart } from '../ui/loading/lazy-part.tsx'
import { RouteError } from '../ui/loading/route-error.tsx'

/** A route's own view of data that could not be read. Code that could not be loaded is said as what it is. */
export function failedScreen(load: () => Promise<ComponentType<{ error: unknown }>>): ErrorRouteComponent {
  const View = lazyPart(load)
  return ({ error, ...rest }) =>
    error instanceof ChunkError ? <RouteError error={error} {...rest} /> : <View error={error} />
}
