import { createRoute } from '@tanstack/react-router'
import { NotFoundPage } from '../ui/not-found-page.tsx'
import { rootRoute } from './root.ts'

export const p404Route = createRoute({ getParentRoute: () => rootRoute, path: '/P404', component: NotFoundPage })
