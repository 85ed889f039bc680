import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, useRouterState } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useCallback, useMemo, useState } from 'react'
import { business } from '../../../contract/limits.ts'
import { getSearchIndex } from '../../catalogue/search.ts'
import { useDeps } from '../../ui/deps.tsx'
import { useWaiting } from '../../ui/use-waiting.ts'
import { ProductList } from './product-list.tsx'
import { ProductSearch } from './product-search.tsx'

const productsRoute = getRouteApi('/products')
const categoryRoute = getRouteApi('/products/category/{-$categorie}')

/**
 * All products, or those that a search finds. Until the answer for what is typed is there the saved catalogue answers, at
 * every key.
 */
export function ProductsPage() {
  const { t } = useLingui()
  const navigate = productsRoute.useNavigate()
  const answer = productsRoute.useLoaderData()
  const { wanted, loading } = useRouterState({
    select: ({ location, isLoading }) => ({ wanted: location.search, loading: isLoading }),
    structuralSharing: true,
  })
  const keyword = wanted.keyword ?? ''
  const [typed, setTyped] = useState({ text: keyword, over: keyword })
  // what is typed stays while the address is the one before the typing, or the one that it led to
  const follows = keyword === typed.over || keyword === typed.text.trim()
  const text = follows ? typed.text : keyword
  // the saved catalogue answers within the keystroke, so that key and results are drawn together
  const sought = text.trim()
  const saved = useSavedSearch(sought, sought === keyword ? Number(wanted.page ?? 1) : 1)
  const ahead = loading || sought !== keyword ? saved : undefined
  const stage = useWaiting(loading && !ahead)
  const turn = useCallback((page: number) => void navigate({ search: (before) => ({ ...before, page }) }), [navigate])
  return (
    <ProductList
      title={t`Products`}
      list={ahead ?? answer}
      category=""
      search={
        <ProductSearch
          text={text}
          onType={(next) => setTyped({ text: next, over: keyword })}
          onSearch={(next) => {
            if (next !== keyword) void navigate({ search: { keyword: next }, replace: true, resetScroll: false })
          }}
        />
      }
      waiting={stage === 'quiet' ? undefined : stage}
      empty={<NothingFound keyword={ahead ? sought : keyword} />}
      onPage={turn}
    />
  )
}

/** The page of results that the saved catalogue has; undefined while it is not complete. */
function useSavedSearch(keyword: string, page: number) {
  const { db } = useDeps()
  const index = useLiveQuery(() => getSearchIndex(db).catch(() => undefined), [db])
  return useMemo(() => index?.list({ keyword, page, per_page: business.listPerPage }), [index, keyword, page])
}

function NothingFound({ keyword }: { keyword: string }) {
  return <Trans>Nothing found for “{keyword}”</Trans>
}

/** The products of one category. */
export function CategoryPage() {
  const { t } = useLingui()
  const { categorie = '' } = categoryRoute.useParams()
  const navigate = categoryRoute.useNavigate()
  const titles: Record<string, string> = {
    fish: t({ message: 'Fish', comment: 'the category: fish as opposed to seafood' }),
    seafood: t`Seafood`,
  }
  return (
    <ProductList
      title={titles[categorie] ?? (categorie || t`Products`)}
      list={categoryRoute.useLoaderData()}
      category={categorie}
      empty={t`Temporarily we don't have this kind of fish`}
      onPage={(page) => void navigate({ search: (before) => ({ ...before, page }) })}
    />
  )
}
