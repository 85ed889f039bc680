import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { memo, use, useCallback, useDeferredValue, useRef } from 'react'
import type { CatalogueQuery } from '../../contract/catalogue-query.ts'
import { type FacetName, type Facets, facetNames } from '../../contract/facets.ts'
import { type FishPage, FishType } from '../../contract/fishes.ts'
import { business } from '../../contract/limits.ts'
import { colonIn } from '../../contract/locales.ts'
import { productFields } from '../../contract/product-fields.ts'
import { listPage } from '../../contract/product-pages.ts'
import { translatePacking } from '../../contract/texts/packing-texts.ts'
import { useSearch } from '../db/product-search.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Pending, useWaiting } from '../ui/loading/spinner.tsx'
import { PlainPage } from '../ui/plain-page.tsx'
import { Pager } from '../ui/rows/pager.tsx'
import { SearchField, useTyping } from '../ui/search-field.tsx'
import { Share } from '../ui/share.tsx'
import { ProductGrid } from './product-card.tsx'

interface ProductListProps {
  /** undefined: all products */
  type?: string | undefined
  search: ListSearch
  loaded: { list: FishPage | Promise<FishPage> }
}

/** Products by search, type and filters. The saved catalogue answers at every key; without it, the server does after a pause. */
function ProductList({ type, search, loaded: next }: ProductListProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const navigate = useNavigate()
  // memoized, so that pager and filters do not render at each key
  const onChange = useCallback(
    (search: (before: ListSearch) => ListSearch, replace = false) =>
      // the search of another screen never comes here
      void navigate({
        ...{ to: '.', search: search as (before: object) => ListSearch },
        ...(replace && { replace, resetScroll: false }),
      }),
    [navigate],
  )
  const titles: Record<string, string> = {
    fish: t({ message: 'Fish', comment: 'the category: fish as opposed to seafood' }),
    seafood: t`Seafood`,
  }
  const title = type ? (titles[type] ?? type) : t`Products`
  const empty = type ? t`Temporarily we don't have this kind of fish` : t`There are no products yet.`
  // the list before stays until the next one has come
  const loaded = useDeferredValue(next)
  const { keyword = '', page: pageOfAddress = 1, ...filter } = search
  const typing = useTyping(keyword)
  const typedKeyword = typing[0].trim()
  const page = typedKeyword === keyword ? pageOfAddress : 1
  const { list, isSaved } = useSearch(
    {
      ...filter,
      ...(type && { type }),
      ...(typedKeyword && { keyword: typedKeyword }),
      ...{ page, per_page: business.listPerPage, facets: '1' },
    },
    loaded.list instanceof Promise ? use(loaded.list) : loaded.list,
  )
  // hundreds of options, for which a key does not wait
  const facets = useDeferredValue(list.facets)
  const stage = useWaiting(loaded !== next && !isSaved)
  const waiting = stage === 'quiet' ? undefined : stage
  const goToPage = useCallback((page: number) => onChange((before) => ({ ...before, page })), [onChange])
  const narrow = useCallback(
    (change: object) => onChange(({ page: _, ...before }) => ({ ...before, ...change }), true),
    [onChange],
  )
  const shown = isSaved ? typedKeyword : keyword
  const isNarrowed = shown !== '' || facetNames.some((name) => search[name])
  const shared = { keyword: typedKeyword, type: FishType.options.find((each) => each === type) }
  return (
    <PlainPage
      title={title}
      // always rendered: screen readers announce a change of a status, but not a new status
      lead={<span role="status">{!waiting && <Counted list={list} />}</span>}
    >
      <div className="list-head">
        <div className="row">
          <SearchField
            label={t`Search products`}
            placeholder={t`Name, species or FAO code`}
            value={keyword}
            typing={typing}
            onSearch={(keyword) => onChange(({ page: _, ...before }) => ({ ...before, keyword }), true)}
          />
          <Segments type={type} search={filter} keyword={typedKeyword} />
        </div>
        <ListFilters search={search} facets={facets} onChange={narrow} />
      </div>
      {waiting ? (
        <Pending stage={waiting} shape="cards" />
      ) : list.fishes.length > 0 ? (
        <ProductGrid fishes={list.fishes} />
      ) : (
        <>
          <EmptyState
            icon="fish"
            title={isNarrowed ? <NothingFound keyword={shown} /> : empty}
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
      <Pager page={list.page} pages={list.pages} onPage={goToPage} />
      {typedKeyword && list.fishes.length > 0 && (
        <Share title={title + colonIn(locale) + typedKeyword} page={() => listPage(shared)} />
      )}
      <p>
        <Link className="button" to="/cart/{-$id}" search={{ paste: '1' }}>
          <Trans comment="link: to where products are added from a text that somebody has copied">
            Paste a list of products
          </Trans>
        </Link>
      </p>
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

function NothingFound({ keyword }: { keyword: string }) {
  return keyword ? <Trans>Nothing found for “{keyword}”</Trans> : <Trans>No product has all of these.</Trans>
}

const exact = { exact: true, includeSearch: false }

interface SegmentsProps {
  type: string | undefined
  search: ListSearch
  keyword: string
}

/** The types of products. What was searched and filtered stays. */
const Segments = memo(
  function Segments({ type: current, search, keyword }: SegmentsProps) {
    const { t } = useLingui()
    const segment = (type: string | undefined, label: string) => (
      <Link
        className="button"
        to={type ? '/products/category/{-$categorie}' : '/products'}
        params={{ categorie: type }}
        search={{ ...search, ...(keyword && { keyword }) }}
        activeOptions={exact}
        aria-current={type === current ? 'page' : undefined}
      >
        {label}
      </Link>
    )
    return (
      <nav className="row segments" aria-label={t`Categories`}>
        {segment(undefined, t({ message: 'All', comment: 'all categories of products' }))}
        {segment('fish', t({ message: 'Fish', comment: 'the category: fish as opposed to seafood' }))}
        {segment('seafood', t`Seafood`)}
      </nav>
    )
  },
  (a, b) => JSON.stringify(a) === JSON.stringify(b),
)

const productsRoute = getRouteApi('/products')
const categoryRoute = getRouteApi('/products/category/{-$categorie}')

export const ProductsPage = () => (
  <ProductList search={productsRoute.useSearch()} loaded={productsRoute.useLoaderData()} />
)

export const CategoryPage = () => (
  <ProductList
    type={categoryRoute.useParams().categorie}
    search={categoryRoute.useSearch()}
    loaded={categoryRoute.useLoaderData()}
  />
)

/** A list as its address says. */
type ListSearch = Partial<Omit<CatalogueQuery, 'type' | 'stock' | 'facets' | 'per_page'>>

interface ListFiltersProps {
  search: ListSearch
  /** absent until they are counted */
  facets: Facets | undefined
  onChange: (change: Partial<Record<FacetName | 'sort', string | undefined>>) => void
}

/** Filters and order of a list. The row is as high before the counts are there, so that the list stays in its place. */
const ListFilters = memo(function ListFilters({ search, facets, onChange }: ListFiltersProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const row = useRef<HTMLFieldSetElement>(null)
  const byText = new Intl.Collator(locale, { numeric: true })
  const toggle = (name: FacetName, value: string, label: string) => {
    const count = facets?.[name].find((row) => row.value === value)?.count ?? 0
    const isOn = search[name] === value
    if (!isOn && count === 0) return null
    return (
      <button
        type="button"
        className="chip"
        aria-pressed={isOn}
        onClick={() => onChange({ [name]: isOn ? undefined : value })}
      >
        {label} <span className="chip-count">{count}</span>
      </button>
    )
  }
  const select = (name: Exclude<FacetName, 'state' | 'inStock'>, label: string) => {
    const chosen = search[name]
    const isTrade = name === 'presentation' || name === 'size'
    const rows = (facets?.[name] ?? []).map((row) => ({
      ...row,
      label: isTrade ? translatePacking(row.text, locale) : row.text,
    }))
    if (chosen && !rows.some(({ value }) => value === chosen))
      rows.push({ value: chosen, text: chosen, label: chosen, count: 0 })
    if (rows.length === 0) return null
    return (
      <select
        className="chip"
        aria-label={label}
        data-chosen={chosen && ''}
        value={chosen ?? ''}
        onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value || undefined })}
      >
        <option value="">{label}</option>
        {rows
          .sort((a, b) => byText.compare(a.label, b.label))
          .map((row) => (
            <option key={row.value} value={row.value}>{`${row.label} (${row.count})`}</option>
          ))}
      </select>
    )
  }
  const isFiltered = facetNames.some((name) => search[name])
  const { presentation, size, origin } = productFields
  return (
    <fieldset
      className="filters"
      ref={row}
      tabIndex={-1}
      aria-label={t`Filters`}
      // a browser leaves what is partly in view where it is
      onFocus={({ target }) => target.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
    >
      {toggle('state', 'fresh', t({ message: 'Fresh', comment: 'of products: neither frozen nor processed' }))}
      {toggle('state', 'frozen', t({ message: 'Frozen', comment: 'of products' }))}
      {toggle('inStock', '1', t`In stock`)}
      {select('family', t({ message: 'Family', comment: 'zoological family of a fish' }))}
      {select('presentation', presentation.label[locale])}
      {select('size', size.label[locale])}
      {select('origin', origin.label[locale])}
      <select
        className="chip"
        aria-label={t({ message: 'Order', comment: 'of a list: newest first, by name' })}
        value={search.sort ?? ''}
        onChange={({ currentTarget }) => onChange({ sort: currentTarget.value || undefined })}
      >
        <option value="">{search.keyword ? t`Best match` : t`Newest first`}</option>
        <option value="name">{t({ message: 'By name', comment: 'order of a list' })}</option>
        <option value="stock-down">{t({ message: 'Most in stock', comment: 'order of a list' })}</option>
      </select>
      {isFiltered && (
        <button
          type="button"
          className="chip chip-quiet"
          onClick={() => {
            // the pressed button goes
            row.current?.focus({ preventScroll: true })
            onChange(Object.fromEntries(facetNames.map((name) => [name, undefined])))
          }}
        >
          <Trans comment="button: removes all filters of a list">Clear filters</Trans>
        </button>
      )}
    </fieldset>
  )
})
