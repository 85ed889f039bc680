import { createRootRouteWithContext, notFound, redirect } from '@tanstack/react-router'
import { hasRight, type Right } from '../../contract/accounts.ts'
import { type SubjectKind, subjectKinds } from '../../contract/admin-log.ts'
import { type SortKey, type StockFilter, sortKeys, stockFilters } from '../../contract/catalogue-query.ts'
import { isUuid } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { type OrderState, orderStates } from '../../contract/order-state.ts'
import type { Reply } from '../api/api-errors.ts'
import type { Session } from '../db/rows.ts'
import { getSession } from '../db/session.ts'
import type { Deps } from '../db/use-deps.tsx'
import { pageNumber } from '../lib/search-params.ts'
import { createStore } from '../lib/store.ts'
import { RefusedError } from '../ui/loading/refused-error.ts'

interface RouterContext {
  deps: Deps
}

/** The parent of all routes; the app gives it its layout. */
export const rootRoute = createRootRouteWithContext<RouterContext>()()

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** the screen belongs to the account or to the administration */
    hasSidebar?: boolean
  }
}

interface Guarded {
  context: RouterContext
  location: { href: string }
}

/** Redirects visitors to the login, which leads back here (specification section 6). */
async function requireUser({ context, location }: Guarded): Promise<{ session: Session }> {
  const session = await getSession(context.deps.db)
  if (!session) throw redirect({ to: '/login', search: { redirect: location.href } })
  return { session }
}

/** Redirects everybody but administrators to the login. */
async function requireAdmin(guarded: Guarded): Promise<{ session: Session }> {
  const found = await requireUser(guarded)
  if (!found.session.isAdmin) throw redirect({ to: '/login', search: { redirect: guarded.location.href } })
  return found
}

const withSidebar = { getParentRoute: () => rootRoute, staticData: { hasSidebar: true } }

/** What the screens share that are for those who are signed in, and for administrators. */
export const forUsers = { ...withSidebar, beforeLoad: requireUser }
export const forAdmins = { ...withSidebar, beforeLoad: requireAdmin }

/** For administrators with one of these rights; without it there is no such screen. The server checks every right again. */
export const forRight = (...wanted: Right[]) => ({
  ...withSidebar,
  beforeLoad: async (guarded: Guarded): Promise<{ session: Session }> => {
    const found = await requireAdmin(guarded)
    if (!wanted.some((right) => hasRight(found.session, right))) throw notFound()
    return found
  },
})

/**
 * The search of a list: keyword and page, each only if it is not the default. In the address, they survive a reload, a
 * shared link and the back button.
 */
export function listSearch(search: Record<string, unknown>): { keyword?: string; page?: number } {
  const page = pageNumber(search.page)
  const keyword = typeof search.keyword === 'string' ? search.keyword.slice(0, limits.keywordLength).trim() : ''
  return { ...(keyword && { keyword }), ...(page > 1 && { page }) }
}

/** The search of the administrators' products: also how many rows, which stock, in which order. */
interface ProductsSearch {
  keyword?: string
  page?: number
  /** per page; by default as the specification says */
  rows?: number
  stock?: StockFilter
  sort?: SortKey
}

export function productsSearch(search: Record<string, unknown>): ProductsSearch {
  const rows = [25, 100].find((each) => String(each) === String(search.rows))
  const stock = stockFilters.find((each) => each === search.stock)
  const sort = sortKeys.find((each) => each === search.sort)
  return { ...(rows && { rows }), ...(stock && { stock }), ...(sort && { sort }), ...listSearch(search) }
}

/** The search of the own orders: also their state, if they are filtered. */
export function stateSearch(search: Record<string, unknown>): { keyword?: string; page?: number; state?: OrderState } {
  const state = orderStates.find((each) => each === search.state)
  return { ...(state && { state }), ...listSearch(search) }
}

const otherTabs = ['way', ...orderStates, 'all'] as const
type OtherTab = (typeof otherTabs)[number]

/** The search of the board: also the open tab, unless it is the first one. */
export function boardSearch(search: Record<string, unknown>): { keyword?: string; page?: number; tab?: OtherTab } {
  const tab = otherTabs.find((each) => each === search.tab)
  return { ...(tab && { tab }), ...listSearch(search) }
}

/** The search of the log: also the filters by kind of thing and by person. */
interface LogSearch {
  keyword?: string
  page?: number
  thing?: SubjectKind
  /** id of an administrator */
  by?: string
}

export function logSearch(search: Record<string, unknown>): LogSearch {
  const thing = subjectKinds.find((each) => each === search.thing)
  const by = typeof search.by === 'string' && isUuid(search.by) ? search.by : undefined
  return { ...(thing && { thing }), ...(by && { by }), ...listSearch(search) }
}

/** The body of a reply. Throws for the not-found view on 404, and for the route's error view on any other refusal. */
export function requireBody<T>(reply: Reply<T>): T {
  if (reply.ok) return reply.body
  if (reply.refusal.status === 404) throw notFound()
  throw new RefusedError(reply.refusal)
}

/** Tab, keyword and page of the board when it was left, for the way back to it. */
export const lastBoard = createStore<ReturnType<typeof boardSearch>>({})
