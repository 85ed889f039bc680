import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { business } from '../../../contract/limits.ts'
import { useList, useTop } from '../../data/catalogue/use-catalogue.ts'
import { useTitle } from '../../parts/title.ts'
import { Pager } from '../../ui/rows/pager.tsx'
import { Hero } from './hero.tsx'
import { ProductGrid } from './product-card.tsx'
import { Tiles } from './tiles.tsx'
import { Trending } from './trending.tsx'

const route = getRouteApi('/')

/** The home page. The route passes `newsletter` in, since features do not import each other. */
export function HomePage({ newsletter }: { newsletter: ReactNode }) {
  const { t } = useLingui()
  const { page } = route.useLoaderDeps()
  const first = route.useLoaderData()
  const list = useList({ page, per_page: business.homePerPage }, first.list)
  const top = useTop(first.top)
  const navigate = route.useNavigate()
  const grid = useRef<HTMLElement>(null)
  useTitle(t`Fish and seafood for export`)

  const search = (keyword: string) => navigate({ to: '/products', search: { keyword }, state: { keyword } })
  const turnTo = async (page: number) => {
    await navigate({ search: page > 1 ? { page } : {}, resetScroll: false })
    grid.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <div className="page-stack">
      <Hero onSearch={(keyword) => void search(keyword)} />
      <Tiles />
      <Trending fishes={top} />
      <section ref={grid} className="section" aria-labelledby="all-title">
        <div className="row">
          <h2 id="all-title">
            <Trans>Fresh on the list</Trans>
          </h2>
          <Link className="button" to="/products">
            <Trans>All products</Trans>
          </Link>
        </div>
        <ProductGrid fishes={list.fishes} five />
        <Pager page={list.page} pages={list.pages} onPage={(page) => void turnTo(page)} />
      </section>
      {newsletter}
    </div>
  )
}
