import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { use, useCallback, useDeferredValue, useState } from 'react'
import { business } from '../../../contract/limits.ts'
import { colonIn } from '../../../contract/locales.ts'
import { listPage } from '../../../contract/product-pages.ts'
import { useList } from '../../data/catalogue/use-catalogue.ts'
import { useSearch } from '../../data/catalogue/use-search.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { Share } from '../../parts/share.tsx'
import { useWaiting } from '../../ui/loading/use-waiting.ts'
import { ProductList } from './product-list.tsx'
import { ProductSearch } from './product-search.tsx'

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
  const [typed, setTyped] = useState({ text: keyword, keywordBefore: keyword })
  // the box shows the typed text while the address still has the keyword before it, or has followed it
  const isTyping = keyword === typed.keywordBefore || keyword === typed.text.trim()
  const text = isTyping ? typed.text : keyword
  const typedKeyword = text.trim()
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
        <ProductSearch
          text={text}
          onType={(next) => setTyped({ text: next, keywordBefore: keyword })}
          onSearch={(next) => {
            if (next !== keyword) void navigate({ search: { keyword: next }, replace: true, resetScroll: false })
          }}
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

/** The products of one category. */
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
