import { pageOf } from '../contract/catalogue-query.ts'
import type { Fish, FishDetail } from '../contract/fishes.ts'
import { headers as names } from '../contract/headers.ts'
import { business, limits } from '../contract/limits.ts'
import type { SavedCatalogue } from '../src/db/saved-catalogue.ts'

/** A public catalogue read of the contract; `list`, `type`, `top` and `count` are made of many products, `fish` of one. */
export type CatalogueCall =
  | { kind: 'list'; query: URLSearchParams }
  | { kind: 'type'; type: string; query: URLSearchParams }
  | { kind: 'top' }
  | { kind: 'count' }
  | { kind: 'fish'; id: string }

/** Which catalogue read an address is, with or without its last slash; undefined for every other address. */
export function catalogueCall(url: URL): CatalogueCall | undefined {
  const parts = /^\/api\/(fish|fishes)(?:\/(.*?))?\/?$/.exec(url.pathname)
  if (!parts) return undefined
  const [, noun, rest = ''] = parts
  if (noun === 'fish') {
    if (rest === '') return { kind: 'list', query: url.searchParams }
    return rest === 'count' ? { kind: 'count' } : undefined
  }
  if (rest === 'top') return { kind: 'top' }
  const type = /^type\/([^/]+)$/.exec(rest)?.[1]
  if (type !== undefined) return { kind: 'type', type: decodeURIComponent(type), query: url.searchParams }
  const id = /^[^/]+$/.exec(rest)?.[0]
  // the feed itself and the words of other calls are no products
  if (id === undefined || ['changes', 'create', 'upload', 'type', 'update', 'delete'].includes(id)) return undefined
  return { kind: 'fish', id: decodeURIComponent(id) }
}

/** The body the server would answer with; undefined when only the server can say it (bad query, unknown product). */
export function savedBody(call: CatalogueCall, saved: SavedCatalogue): unknown {
  if (call.kind === 'count') return { count: saved.count }
  if (call.kind === 'top') return saved.top()
  if (call.kind === 'fish') return undefined
  const paging = readPaging(call.query)
  if (paging === undefined) return undefined
  if (call.kind === 'type') return typeBody(saved.select({ type: call.type }), paging)
  const keyword = call.query.get('keyword') ?? ''
  const type = call.query.get('type')
  if (keyword.length > limits.keywordLength || (type !== null && !['fish', 'seafood'].includes(type))) return undefined
  return saved.list({ keyword, ...(type !== null && { type }), page: paging.page, per_page: paging.perPage })
}

interface Paging {
  asked: boolean
  page: number
  perPage: number
}

function typeBody(fishes: Fish[], { asked, page, perPage }: Paging) {
  if (!asked) return { fish: fishes, message: 'success' }
  const { rows, ...paging } = pageOf(fishes, page, perPage)
  return { fish: rows, message: 'success', ...paging }
}

/** Undefined where the server answers 400: the refusal is its to give. */
function readPaging(query: URLSearchParams): Paging | undefined {
  const page = readWhole(query.get('page'), 1)
  const perPage = readWhole(query.get('per_page'), business.listPerPage)
  const known = page >= 1 && perPage >= 1 && perPage <= limits.perPageMax
  return known ? { asked: query.has('page') || query.has('per_page'), page, perPage } : undefined
}

function readWhole(text: string | null, otherwise: number): number {
  if (text === null) return otherwise
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
}

/** A product with the reviews of an answer seen before, or none. */
export function savedDetail(fish: Fish, seen: Partial<FishDetail> | undefined): FishDetail {
  return { ...fish, reviews: seen?.reviews ?? [] }
}

/** An answer made on the device: marked like the server's, and telling its age. */
export function savedResponse(body: unknown, at: number): Response {
  return new Response(JSON.stringify(body), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      [names.mark]: '1',
      [names.saved]: new Date(at).toISOString(),
    },
  })
}
