import { accountRoutes } from './account.ts'
import { adminRoutes } from './admin.ts'
import { buyingRoutes } from './buying.ts'
import { catalogueRoutes } from './catalogue.tsx'
import { contentRoutes } from './content.ts'
import { rootRoute } from './root.ts'

/** The site map (specification section 2). */
export const routeTree = rootRoute.addChildren([
  ...catalogueRoutes,
  ...buyingRoutes,
  ...accountRoutes,
  ...contentRoutes,
  ...adminRoutes,
])
