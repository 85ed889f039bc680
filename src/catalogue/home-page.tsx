import { Plural, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Fish, FishPage } from '../../contract/fishes.ts'
import { business } from '../../contract/limits.ts'
import { firstProducts, lastFirstProduct } from '../../contract/picture.ts'
import { getOutboxOf, isPending } from '../db/outbox-rows.ts'
import { useList, useTop } from '../db/read-products.ts'
import { useDeps, useSession } from '../db/use-deps.tsx'
import { useAway } from '../sync/connection.ts'
import { PlainIconButton } from '../ui/icon.tsx'
import { Pager } from '../ui/rows/pager.tsx'
import { wantsMotion } from '../ui/schedule.ts'
import { useTitle } from '../ui/title.ts'
import { Facts, Hero, Tiles } from './home-parts.tsx'
import { ProductCard, ProductGrid } from './product-card.tsx'

const subscribeToNothing = () => () => undefined

function turn(track: HTMLElement, by: 1 | -1): void {
  const step = (track.firstElementChild?.getBoundingClientRect().width ?? track.clientWidth) + 16
  const end = track.scrollWidth - track.clientWidth
  const isAtEnd = by === 1 ? track.scrollLeft >= end - 8 : track.scrollLeft <= 8
  const left = isAtEnd ? (by === 1 ? 0 : end) : track.scrollLeft + by * step
  track.scrollTo({ left, behavior: wantsMotion() ? 'smooth' : 'auto' })
}

/** The best rated products. It moves by one every 5000 ms (specification section 9), unless it is held, paused or in a hidden tab. */
function Trending({ fishes }: { fishes: readonly Fish[] }) {
  const { t } = useLingui()
  const track = useRef<HTMLUListElement>(null)
  // the server cannot know the setting and assumes motion
  const mayMove = useSyncExternalStore(subscribeToNothing, wantsMotion, () => true)
  const [choice, setChoice] = useState<boolean>()
  const paused = choice ?? !mayMove
  const [held, setHeld] = useState(false)
  const running = !paused && !held

  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => {
      if (track.current && document.visibilityState === 'visible') turn(track.current, 1)
    }, business.carouselMilliseconds)
    return () => clearInterval(timer)
  }, [running])

  if (fishes.length === 0) return null
  const lastAtFirst = Math.min(fishes.length, firstProducts) - 1
  const go = (by: 1 | -1) => track.current && turn(track.current, by)
  return (
    <section
      className="section trending"
      aria-labelledby="trending-title"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || setHeld(false)}
    >
      <div className="row">
        <h2 id="trending-title">{t`Trending`}</h2>
        <div className="row">
          <PlainIconButton
            icon={paused ? 'play' : 'pause'}
            label={paused ? t`Start the slideshow` : t`Pause the slideshow`}
            onClick={() => setChoice(!paused)}
          />
          <PlainIconButton icon="left" label={t`Previous`} onClick={() => go(-1)} />
          <PlainIconButton icon="right" label={t`Next`} onClick={() => go(1)} />
        </div>
      </div>
      <ul className="carousel-track" ref={track}>
        {fishes.map((fish, index) => (
          <li key={fish._id} id={index === lastAtFirst ? lastFirstProduct : undefined}>
            <ProductCard fish={fish} sizes="(min-width: 48rem) 17rem, 13rem" />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface HomeSectionsProps {
  first: { list: FishPage; top: Fish[] }
  page: number
  onPage: (page: number) => Promise<void>
  newsletter: ReactNode
  children?: ReactNode
}

/** The home page below its header, also in the preview of the settings. */
export function HomeSections({ first, page, onPage, newsletter, children }: HomeSectionsProps) {
  const { t } = useLingui()
  const list = useList({ page, per_page: business.homePerPage }, first.list)
  const top = useTop(first.top)
  // neither what nobody can have nor what stands below
  const listed = new Set(list.fishes.map(({ _id }) => _id))
  const grid = useRef<HTMLElement>(null)
  return (
    <div className="page-stack">
      <Hero />
      {children}
      <Facts totals={list.totals} />
      <Tiles />
      <Trending fishes={top.filter((fish) => fish.countInStock > 0 && !listed.has(fish._id))} />
      <section ref={grid} className="section" aria-labelledby="all-title">
        <div className="row">
          <h2 id="all-title">{t`Fresh on the list`}</h2>
          <Link className="button" to="/products">{t`All products`}</Link>
        </div>
        <ProductGrid fishes={list.fishes} five />
        <Pager
          page={list.page}
          pages={list.pages}
          onPage={(to) => void onPage(to).then(() => grid.current?.scrollIntoView({ block: 'start' }))}
        />
      </section>
      {newsletter}
    </div>
  )
}

const route = getRouteApi('/')

export function HomePage({ newsletter }: { newsletter: ReactNode }) {
  const { t } = useLingui()
  const { page } = route.useLoaderDeps()
  const navigate = route.useNavigate()
  useTitle(t`Fish and seafood for export`)
  return (
    <HomeSections
      first={route.useLoaderData()}
      page={page}
      onPage={(to) => navigate({ search: to > 1 ? { page: to } : {}, resetScroll: false })}
      newsletter={newsletter}
    >
      <WaitingLine />
    </HomeSections>
  )
}

/** Says on the home page that something waits to be sent, but not of what is on its way at this moment. */
function WaitingLine() {
  const { db } = useDeps()
  const userId = useSession()?.userId ?? ''
  const away = useAway()
  const rows = useLiveQuery(() => getOutboxOf(db, userId).catch(() => []), [db, userId]) ?? []
  const isHeldUp = rows.some((row) => isPending(row) && (away || row.problem || row.state === 'waiting-login'))
  if (!isHeldUp) return null
  const waiting = rows.filter(isPending).length
  return (
    <p className="section" role="status">
      <Link className="button" to="/offline">
        <Plural value={waiting} one="# thing waits to be sent" other="# things wait to be sent" />
      </Link>
    </p>
  )
}
