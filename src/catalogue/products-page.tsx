import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { memo, type ReactNode, use, useCallback, useDeferredValue } from 'react'
import type { FishPage } from '../../contract/fishes.ts'
import { business } from '../../contract/limits.ts'
import { colonIn } from '../../contract/locales.ts'
import { listPage } from '../../contract/product-pages.ts'
import { useSearch } from '../db/product-search.ts'
import { useList } from '../db/read-products.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Pending, useWaiting, type WaitingStage } from '../ui/loading/spinner.tsx'
import { PlainPage } from '../ui/plain-page.tsx'
import { Pager } from '../ui/rows/pager.tsx'
import { SearchField, useTyping } from '../ui/search-field.tsx'
import { Share } from '../ui/share.tsx'
import { ProductGrid } from './product-card.tsx'

interface ProductListProps {
  title: string
  list: FishPage
  /** '' all products */
  category: string
  search?: ReactNode
  share?: ReactNode
  waiting?: WaitingStage | undefined
  empty: ReactNode
  /** memoized, so that the pager does not render at each key */
  onPage: (page: number) => void
}

function ProductList({ title, list, category, search, share, waiting, empty, onPage }: ProductListProps) {
  const { t } = useLingui()
  return (
    <PlainPage
      title={title}
      // always rendered: screen readers announce a change of a status, but not a new status
      lead={<span role="status">{!waiting && <Counted list={list} />}</span>}
    >
      <div className="row">
        {search}
        <Segments category={category} />
      </div>
      {waiting ? (
        <Pending stage={waiting} />
      ) : list.fishes.length > 0 ? (
        <ProductGrid fishes={list.fishes} />
      ) : (
        <>
          <EmptyState
            icon="fish"
            title={empty}
            action={<Link className="button" to="/products">{t`All products`}</Link>}
          />
          {list.nearest && (
            <section className="section" aria-labelledby="nearest-title">
              <h2 id="nearest-title">{t`Nearest products`}</h2>
              <ProductGrid fishes={list.nearest} />
            </section>
          )}
        </>
      )}
      <Pager page={list.page} pages={list.pages} onPage={onPage} />
      {share}
    </PlainPage>
  )
}

function Counted({ list }: { list: FishPage }) {
  return (
    <>
      <Plural value={list.total} one="# product" other="# products" />
      {list.nearest && (
        <>
          {' · '}
          <Plural value={list.nearest.length} one="nearest: # product" other="nearest: # products" />
        </>
      )}
    </>
  )
}

const exact = { exact: true, includeSearch: false }

const Segments = memo(function Segments({ category }: { category: string }) {
  const { t } = useLingui()
  const segment = (type: string, label: string) => (
    <Link
      className="button"
      to={type ? '/products/category/{-$categorie}' : '/products'}
      params={{ categorie: type }}
      activeOptions={exact}
      aria-current={type === category ? 'page' : undefined}
    >
      {label}
    </Link>
  )
  return (
    <nav className="row segments" aria-label={t`Categories`}>
      {segment('', t({ message: 'All', comment: 'all categories of products' }))}
      {segment('fish', t({ message: 'Fish', comment: 'the category: fish as opposed to seafood' }))}
      {segment('seafood', t`Seafood`)}
    </nav>
  )
})

const productsRoute = getRouteApi('/products')
const categoryRoute = getRouteApi('/products/category/{-$categorie}')

/** All products, or the results of a search. The saved catalogue answers at every key; without it, the server does after a pause. */
export function ProductsPage() {
  const { t } = useLingui()
  const locale = useLocale()
  const navigate = productsRoute.useNavigate()
  const search = productsRoute.useSearch()
  const next = productsRoute.useLoaderData()
  // the list before stays until the next one has come
  const loaded = useDeferredValue(next)
  const keyword = search.keyword ?? ''
  const typing = useTyping(keyword)
  const typedKeyword = typing[0].trim()
  const page = typedKeyword === keyword ? (search.page ?? 1) : 1
  const { list, isSaved } = useSearch(
    { keyword: typedKeyword, page, per_page: business.listPerPage },
    loaded.list instanceof Promise ? use(loaded.list) : loaded.list,
  )
  const stage = useWaiting(loaded !== next && !isSaved)
  const goToPage = useCallback(
    (page: number) => void navigate({ search: (before) => ({ ...before, page }) }),
    [navigate],
  )
  return (
    <ProductList
      title={t`Products`}
      list={list}
      category=""
      search={
        <SearchField
          label={t`Search products`}
          placeholder={t`Name, species or FAO code`}
          value={keyword}
          typing={typing}
          onSearch={(next) => void navigate({ search: { keyword: next }, replace: true, resetScroll: false })}
        />
      }
      share={
        typedKeyword && (
          <Share
            title={t`Products` + colonIn(locale) + typedKeyword}
            page={() => listPage({ keyword: typedKeyword })}
          />
        )
      }
      waiting={stage === 'quiet' ? undefined : stage}
      empty={<NothingFound keyword={isSaved ? typedKeyword : keyword} />}
      onPage={goToPage}
    />
  )
}

function NothingFound({ keyword }: { keyword: string }) {
  return keyword ? <Trans>Nothing found for “{keyword}”</Trans> : <Trans>There are no products yet.</Trans>
}

export function CategoryPage() {
  const { t } = useLingui()
  const { categorie = '' } = categoryRoute.useParams()
  const navigate = categoryRoute.useNavigate()
  const { page } = categoryRoute.useLoaderDeps()
  const list = useList(
    { page, per_page: business.listPerPage, ...(categorie && { type: categorie }) },
    categoryRoute.useLoaderData(),
  )
  const titles: Record<string, string> = {
    fish: t({ message: 'Fish', comment: 'the category: fish as opposed to seafood' }),
    seafood: t`Seafood`,
  }
  return (
    <ProductList
      title={titles[categorie] ?? (categorie || t`Products`)}
      list={list}
      category={categorie}
      empty={t`Temporarily we don't have this kind of fish`}
      onPage={(page) => void navigate({ search: (before) => ({ ...before, page }) })}
    />
  )
}
