import { Plural, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { memo, type ReactNode } from 'react'
import type { FishPage } from '../../../contract/fishes.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PendingAt } from '../../ui/pending.tsx'
import type { WaitingStage } from '../../ui/use-waiting.ts'
import { CataloguePage } from './catalogue-page.tsx'
import { Pager } from './pager.tsx'
import { ProductGrid } from './product-grid.tsx'

const EmptyList = lazyPart(() => import('./empty-list.tsx').then((module) => module.EmptyList))

interface ProductListProps {
  title: string
  list: FishPage
  /** '' all products */
  category: string
  search?: ReactNode
  /** how long the next list has been loading, if that takes long */
  waiting?: WaitingStage | undefined
  /** shown in place of an empty list */
  empty: ReactNode
  /** memoized, so that the pager does not render at each key */
  onPage: (page: number) => void
}

/** A list of products with search, categories and pager. */
export function ProductList({ title, list, category, search, waiting, empty, onPage }: ProductListProps) {
  return (
    <CataloguePage
      title={title}
      // always rendered: screen readers announce a change of a status, but not a new status
      lead={<span role="status">{!waiting && <Plural value={list.total} one="# product" other="# products" />}</span>}
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
        <EmptyList title={empty} />
      )}
      <Pager page={list.page} pages={list.pages} onPage={onPage} />
    </CataloguePage>
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
