import { createRootRouteWithContext, notFound, redirect } from '@tanstack/react-router'
import { hasRight, type Right } from '../../contract/accounts.ts'
import { subjectKinds } from '../../contract/admin-log.ts'
import { sortKeys, stockFilters } from '../../contract/catalogue-query.ts'
import { fishStates } from '../../contract/facets.ts'
import { isUuid } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { orderStates } from '../../contract/order-events.ts'
import type { Reply } from '../api/exchange.ts'
import { getSession } from '../db/session.ts'
import type { Deps } from '../db/use-deps.tsx'
import { boardParts, boardSorts, pageNumber } from '../lib/search-params.ts'
import { RefusedError } from '../ui/loading/refused-error.ts'
import { AdminNav, Sidebar } from './layout.tsx'

interface RouterContext {
  deps: Deps
}

export const rootRoute = createRootRouteWithContext<RouterContext>()()

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** the screen belongs to the account or to the administration */
    hasSidebar?: boolean
  }
}

export const forAll = { getParentRoute: () => rootRoute }

interface Guarded {
  context: RouterContext
  location: { href: string }
}

/** Leads visitors to the login, and others where administrators are wanted; it leads back here (specification section 6). */
const requireUser = (isForAdmins: boolean, wanted: readonly Right[] = []) => ({
  ...forAll,
  staticData: { hasSidebar: true },
  beforeLoad: async ({ context, location }: Guarded): Promise<void> => {
    const session = await getSession(context.deps.db)
    if (!session || (isForAdmins && !session.isAdmin))
      throw redirect({ to: '/login', search: { redirect: location.href } })
    if (wanted.length > 0 && !wanted.some((right) => hasRight(session, right))) throw notFound()
  },
})

export type Guard = ReturnType<typeof requireUser>

/** The navigation comes together with the screen: later, it would push it aside. */
export const forUsers = {
  ...requireUser(false),
  loader: async ({ context }: Pick<Guarded, 'context'>): Promise<void> => {
    const session = await getSession(context.deps.db)
    await (session?.isAdmin ? AdminNav : Sidebar).preload().catch(() => undefined)
  },
}
export const forAdmins = requireUser(true)

/** For administrators with one of these rights; without it there is no such screen. The server checks every right again. */
export const forRight = (...wanted: Right[]) => requireUser(true, wanted)

/** Reads the values of a search; undefined for one that is invalid or the default, which the address leaves out. */
type Readers = Record<string, (value: unknown) => unknown>
type Found<R extends Readers> = { [N in keyof R]?: NonNullable<ReturnType<R[N]>> }

const oneOf =
  <const V extends string | number>(values: readonly V[]) =>
  (value: unknown) =>
    values.find((each) => String(each) === String(value))

const textOf = (maxLength: number) => (value: unknown) =>
  (typeof value === 'string' && value.slice(0, maxLength).trim()) || undefined

const readers = {
  keyword: textOf(limits.keywordLength),
  page: (value: unknown) => {
    const page = pageNumber(value)
    return page > 1 ? page : undefined
  },
}

/** Parses a search. In the address, it survives a reload, a shared link and the back button. */
const searchOf =
  <R extends Readers>(fields: R) =>
  (search: Record<string, unknown>) => {
    const found = Object.entries(fields).map(([name, read]) => [name, read(search[name])] as const)
    // each value is what its reader returns
    return Object.fromEntries(found.filter(([, value]) => value !== undefined)) as Found<R>
  }

export const pageSearch = searchOf({ page: readers.page })
export const listSearch = searchOf(readers)
const facetText = textOf(limits.textLength)
/** A list of products: also its filters and its order. */
export const catalogueSearch = searchOf({
  ...readers,
  state: oneOf(fishStates),
  ...{ family: facetText, presentation: facetText, size: facetText, origin: facetText },
  inStock: oneOf(['1']),
  sort: oneOf(sortKeys),
})
/** The administrators' products: also rows per page, which stock, in which order. */
export const productsSearch = searchOf({
  rows: oneOf([25, 100]),
  stock: oneOf(stockFilters),
  sort: oneOf(sortKeys),
  ...readers,
})
export const stateSearch = searchOf({ state: oneOf(orderStates), ...readers })
/** The board: also the open tab, unless it is the first one, and what it is sorted by. */
export const boardSearch = searchOf({
  tab: oneOf(['way', ...orderStates, 'all']),
  sort: oneOf(boardSorts),
  only: oneOf(boardParts),
  ...readers,
})
/** The log: also the kind of subject, and the id of an administrator. */
export const logSearch = searchOf({
  thing: oneOf(subjectKinds),
  by: (value: unknown) => (typeof value === 'string' && isUuid(value) ? value : undefined),
  ...readers,
})

/** The body of a reply. Throws for the not-found view on 404, and for the route's error view on any other refusal. */
export function requireBody<T>(reply: Reply<T>): T {
  if (reply.ok) return reply.body
  if (reply.refusal.status === 404) throw notFound()
  throw new RefusedError(reply.refusal)
}
