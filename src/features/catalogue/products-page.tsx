import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, useRouterState } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useCallback, useMemo, useState } from 'react'
import { business } from '../../../contract/limits.ts'
import { listPage } from '../../../contract/product-pages.ts'
import { getSearchIndex } from '../../data/catalogue/search.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { Share } from '../../ui/device/share.tsx'
import { useWaiting } from '../../ui/loading/use-waiting.ts'
import { ProductList } from './product-list.tsx'
import { ProductSearch } from './product-search.tsx'

const productsRoute = getRouteApi('/products')
const categoryRoute = getRouteApi('/products/category/{-$categorie}')

/** All products, or the results of a search. At every key the saved catalogue answers first, until the server has. */
export function ProductsPage() {
  const { t } = useLingui()
  const navigate = productsRoute.useNavigate()
  const loaded = productsRoute.useLoaderData()
  const { search, isLoading } = useRouterState({
    select: ({ location, isLoading }) => ({ search: location.search, isLoading }),
    structuralSharing: true,
  })
  const keyword = search.keyword ?? ''
  const [typed, setTyped] = useState({ text: keyword, keywordBefore: keyword })
  // the box shows the typed text while the address still has the keyword before it, or has followed it
  const isTyping = keyword === typed.keywordBefore || keyword === typed.text.trim()
  const text = isTyping ? typed.text : keyword
  // the saved catalogue answers within the keystroke, so that text and results render together
  const typedKeyword = text.trim()
  const saved = useSavedSearch(typedKeyword, typedKeyword === keyword ? Number(search.page ?? 1) : 1)
  const preview = isLoading || typedKeyword !== keyword ? saved : undefined
  const stage = useWaiting(isLoading && !preview)
  const goToPage = useCallback(
    (page: number) => void navigate({ search: (before) => ({ ...before, page }) }),
    [navigate],
  )
  return (
    <ProductList
      title={t`Products`}
      list={preview ?? loaded}
      category=""
      search={
        <ProductSearch
          text={text}
          onType={(next) => setTyped({ text: next, keywordBefore: keyword })}
          onSearch={(next) => {
            if (next !== keyword) void navigate({ search: { keyword: next }, replace: true, resetScroll: false })
          }}
        />
      }
      share={keyword && <Share key={keyword} title={`${t`Products`}: ${keyword}`} page={listPage({ keyword })} />}
      waiting={stage === 'quiet' ? undefined : stage}
      empty={<NothingFound keyword={preview ? typedKeyword : keyword} />}
      onPage={goToPage}
    />
  )
}

/** A page of results from the saved catalogue; undefined until the catalogue is complete. */
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
