import { useLingui } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Fish } from '../../contract/fishes.ts'
import { business, limits } from '../../contract/limits.ts'
import { firstProducts, lastFirstProduct } from '../../contract/picture.ts'
import { textIn } from '../../contract/shop.ts'
import { useList, useTop } from '../db/read-products.ts'
import { useShop } from '../db/use-deps.tsx'
import { useLocale } from '../i18n/use-locale.ts'
import { PlainIconButton } from '../ui/icon.tsx'
import { Pager } from '../ui/rows/pager.tsx'
import { wantsMotion } from '../ui/schedule.ts'
import { useTitle } from '../ui/title.ts'
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

/** The `srcset` of a hero picture. Phones have their own crop, which is taller than wide. */
const sources = (name: string, widths: number[], format: string) =>
  widths.map((width) => `./brand/${name}-${width}.${format} ${width}w`).join(', ')

/** Less than the real width, which is enough for sea and sky: a dense phone screen loads 7 kB instead of 11. */
const phone = '66vw'

function Hero({ onSearch }: { onSearch: (keyword: string) => void }) {
  const { t } = useLingui()
  const shop = useShop()
  const locale = useLocale()
  const lead = textIn(shop.lead, locale)
  return (
    <section className="hero">
      <picture>
        <source
          media="(max-width: 47.99rem)"
          type="image/avif"
          srcSet={sources('hero-phone', [480, 720, 1080], 'avif')}
          sizes={phone}
        />
        <source media="(max-width: 47.99rem)" srcSet={sources('hero-phone', [480, 720, 1080], 'webp')} sizes={phone} />
        <source type="image/avif" srcSet={sources('hero', [960, 1920], 'avif')} sizes="100vw" />
        <img
          className="hero-picture"
          src="./brand/hero-960.webp"
          srcSet={sources('hero', [960, 1920], 'webp')}
          sizes="100vw"
          alt=""
          width="960"
          height="450"
          fetchPriority="high"
        />
      </picture>
      <div className="hero-text">
        <h1 tabIndex={-1}>{textIn(shop.tagline, locale) || shop.name}</h1>
        {lead && <p>{lead}</p>}
        <search>
          <form
            className="search"
            action="#/products"
            onSubmit={(event) => {
              event.preventDefault()
              onSearch(String(new FormData(event.currentTarget).get('keyword') ?? '').trim())
            }}
          >
            <input
              className="search-field"
              type="search"
              name="keyword"
              maxLength={limits.keywordLength}
              autoComplete="off"
              aria-label={t`Search products`}
              placeholder={t({ message: 'Hake, octopus, shrimp…', comment: 'inside the empty search box of the hero' })}
            />
            <button type="submit" className="button button-sun">{t`Search`}</button>
          </form>
        </search>
      </div>
    </section>
  )
}

function Tiles() {
  const { t } = useLingui()
  return (
    <nav className="tiles" aria-label={t`Categories`}>
      <Tile type="seafood" label={t`Seafood`} first />
      <Tile type="fish" label={t({ message: 'Fish', comment: 'the category: fish as opposed to seafood' })} />
    </nav>
  )
}

function Tile({ type, label, first = false }: { type: 'fish' | 'seafood'; label: string; first?: boolean }) {
  const set = (format: string) => [320, 640, 1280].map((px) => `./brand/tile-${type}-${px}.${format} ${px}w`).join(', ')
  // less than the real width on a phone: behind text the smallest picture is sharp enough, at a third of the size
  const sizes = '(min-width: 75rem) 37rem, (min-width: 40rem) 48vw, 60vw'
  return (
    <Link className="tile" to="/products/category/{-$categorie}" params={{ categorie: type }}>
      <picture>
        <source type="image/avif" srcSet={set('avif')} sizes={sizes} />
        <img
          src={`./brand/tile-${type}-640.webp`}
          srcSet={set('webp')}
          sizes={sizes}
          alt=""
          width="640"
          height="480"
          loading={first ? 'eager' : 'lazy'}
          {...(first && { fetchPriority: 'high' })}
          decoding="async"
        />
      </picture>
      <span className="tile-text">{label}</span>
    </Link>
  )
}

const route = getRouteApi('/')

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
          <h2 id="all-title">{t`Fresh on the list`}</h2>
          <Link className="button" to="/products">{t`All products`}</Link>
        </div>
        <ProductGrid fishes={list.fishes} five />
        <Pager page={list.page} pages={list.pages} onPage={(page) => void turnTo(page)} />
      </section>
      {newsletter}
    </div>
  )
}
