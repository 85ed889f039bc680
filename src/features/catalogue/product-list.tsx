import { Button, Flex } from '@chakra-ui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { memo, type ReactNode } from 'react'
import type { FishPage } from '../../../contract/fishes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { Pager } from './pager.tsx'
import { ProductGrid } from './product-grid.tsx'

interface ProductListProps {
  title: string
  list: FishPage
  /** '' all products */
  category: string
  search?: ReactNode
  /** what stands in place of an empty list */
  empty: ReactNode
  /** the same function as long as the pager need not be drawn anew */
  onPage: (page: number) => void
}

/** A list of products with its ways to narrow it down. */
export function ProductList({ title, list, category, search, empty, onPage }: ProductListProps) {
  return (
    <Page
      title={title}
      // there from the start: a screen reader says what changes in a status, not the status that comes with its text
      lead={
        <span role="status">
          <Plural value={list.total} one="# product" other="# products" />
        </span>
      }
    >
      <Flex
        wrap="wrap"
        align="center"
        justify="space-between"
        rowGap="3"
        columnGap="6"
        css={{ '& > search': { flex: '1 1 18rem' } }}
      >
        {search}
        <Segments category={category} />
      </Flex>
      {list.fishes.length > 0 ? <ProductGrid fishes={list.fishes} /> : <EmptyList>{empty}</EmptyList>}
      <Pager page={list.page} pages={list.pages} onPage={onPage} />
    </Page>
  )
}

function EmptyList({ children }: { children: ReactNode }) {
  return (
    <EmptyState
      icon="fish"
      title={children}
      action={
        <Button asChild>
          <Link to="/products">
            <Trans>All products</Trans>
          </Link>
        </Button>
      }
    />
  )
}

const Segments = memo(function Segments({ category }: { category: string }) {
  const { t } = useLingui()
  const segment = (type: string, label: string) => (
    <a
      className="button"
      href={type ? `#/products/category/${type}` : '#/products'}
      aria-current={type === category ? 'page' : undefined}
    >
      {label}
    </a>
  )
  return (
    <nav className="segments" aria-label={t`Categories`}>
      {segment('', t({ message: 'All', comment: 'all categories of products' }))}
      {segment('fish', t({ message: 'Fish', comment: 'the category: fish as opposed to seafood' }))}
      {segment('seafood', t`Seafood`)}
    </nav>
  )
})
