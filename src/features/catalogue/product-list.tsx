import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { memo, type ReactNode } from 'react'
import type { Fish, FishPage } from '../../../contract/fishes.ts'
import { useTitle } from '../../parts/title.ts'
import { lazyPart } from '../../ui/loading/late-part.tsx'
import { PendingAt } from '../../ui/loading/pending.tsx'
import type { WaitingStage } from '../../ui/loading/use-waiting.ts'
import { Pager } from '../../ui/rows/pager.tsx'
import { CataloguePage } from './catalogue-page.tsx'
import { ProductGrid } from './product-card.tsx'

const EmptyList = lazyPart(() => import('./list-trouble.tsx').then((module) => module.EmptyList))

interface ProductListProps {
  title: string
  list: FishPage
  /** '' all products */
  category: string
  search?: ReactNode
  /** shown after the products */
  share?: ReactNode
  /** how long the next list has been loading, if that takes long */
  waiting?: WaitingStage | undefined
  /** shown in place of an empty list */
  empty: ReactNode
  /** memoized, so that the pager does not render at each key */
  onPage: (page: number) => void
}

/** A list of products with search, categories and pager. */
export function ProductList({ title, list, category, search, share, waiting, empty, onPage }: ProductListProps) {
  useTitle(title)
  return (
    <CataloguePage
      title={title}
      // always rendered: screen readers announce a change of a status, but not a new status
      lead={<span role="status">{!waiting && <Counted list={list} />}</span>}
    >
      <div className="row">
        {search}
        <Segments category={category} />
      </div>
      {waiting ? (
        <PendingAt stage={waiting} />
      ) : list.fishes.length > 0 ? (
        <ProductGrid fishes={list.fishes} />
      ) : (
        <>
          <EmptyList title={empty} />
          {list.nearest && <Nearest fishes={list.nearest} />}
        </>
      )}
      <Pager page={list.page} pages={list.pages} onPage={onPage} />
      {share}
    </CataloguePage>
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

/** What may have been meant. */
function Nearest({ fishes }: { fishes: readonly Fish[] }) {
  return (
    <section className="section" aria-labelledby="nearest-title">
      <h2 id="nearest-title">
        <Trans>Nearest products</Trans>
      </h2>
      <ProductGrid fishes={fishes} />
    </section>
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
