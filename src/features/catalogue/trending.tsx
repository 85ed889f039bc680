import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { firstProducts, lastFirstProduct } from '../../../contract/first-screen.ts'
import type { Fish } from '../../../contract/fishes.ts'
import { business } from '../../../contract/limits.ts'
import { Icon } from '../../ui/icon.tsx'
import { wantsMotion } from '../../ui/motion/wants-motion.ts'
import { ProductCard } from './product-card.tsx'

/** The setting is read at every render, so there is nothing to subscribe to. */
const subscribeToNothing = () => () => undefined

/** Scrolls by one card, from the last to the first and back. */
function turn(track: HTMLElement, by: 1 | -1): void {
  const step = (track.firstElementChild?.getBoundingClientRect().width ?? track.clientWidth) + 16
  const end = track.scrollWidth - track.clientWidth
  const isAtEnd = by === 1 ? track.scrollLeft >= end - 8 : track.scrollLeft <= 8
  const left = isAtEnd ? (by === 1 ? 0 : end) : track.scrollLeft + by * step
  track.scrollTo({ left, behavior: wantsMotion() ? 'smooth' : 'auto' })
}

/**
 * The best rated products. It moves by one every 5000 ms (specification section 9), but not while it is hovered or focused,
 * after Pause, with reduced motion or in a hidden tab.
 */
export function Trending({ fishes }: { fishes: readonly Fish[] }) {
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
        <h2 id="trending-title">
          <Trans>Trending</Trans>
        </h2>
        <div className="row">
          <button
            type="button"
            className="button button-icon"
            aria-label={paused ? t`Start the slideshow` : t`Pause the slideshow`}
            onClick={() => setChoice(!paused)}
          >
            <Icon name={paused ? 'play' : 'pause'} />
          </button>
          <button type="button" className="button button-icon" aria-label={t`Previous`} onClick={() => go(-1)}>
            <Icon name="left" />
          </button>
          <button type="button" className="button button-icon" aria-label={t`Next`} onClick={() => go(1)}>
            <Icon name="right" />
          </button>
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
