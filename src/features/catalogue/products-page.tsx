import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, useRouter, useRouterState } from '@tanstack/react-router'
import { LoadFailure } from '../../ui/error-view.tsx'
import { Page } from '../../ui/page.tsx'
import { useSavedSearch } from '../../ui/saved-search.ts'
import { ProductList } from './product-list.tsx'
import { ProductSearch } from './product-search.tsx'

const productsRoute = getRouteApi('/products')
const categoryRoute = getRouteApi('/products/category/{-$categorie}')

/** All products, or those that a search finds. While the answer is on its way the saved catalogue answers. */
export function ProductsPage() {
  const { t } = useLingui()
  const navigate = productsRoute.useNavigate()
  const answer = productsRoute.useLoaderData()
  const { wanted, loading } = useRouterState({
    select: ({ location, isLoading }) => ({ wanted: location.search, loading: isLoading }),
    structuralSharing: true,
  })
  const keyword = wanted.keyword ?? ''
  const saved = useSavedSearch(keyword, { page: Number(wanted.page ?? 1) })
  const list = (loading ? saved : undefined) ?? answer
  return (
    <ProductList
      title={t`Products`}
      list={list}
      category=""
      search={
        <ProductSearch
          keyword={keyword}
          onSearch={(text) => void navigate({ search: { keyword: text }, replace: true, resetScroll: false })}
        />
      }
      empty={<Trans>Nothing found for “{keyword}”</Trans>}
      onPage={(page) => void navigate({ search: (before) => ({ ...before, page }) })}
    />
  )
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

/** The list could not be loaded (specification section 2: an error view). */
export function ProductsFailure({ error }: { error: unknown }) {
  const { t } = useLingui()
  const router = useRouter()
  return (
    <Page title={t`Products`}>
      <LoadFailure error={error} onRetry={() => void router.invalidate()} />
    </Page>
  )
}
