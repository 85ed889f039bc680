import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Fish } from '../../contract/fishes.ts'
import { Icon, PlainIconButton } from '../ui/icon.tsx'
import { Picture } from '../ui/product-picture.tsx'
import { wantsMotion } from '../ui/schedule.ts'

interface GalleryProps {
  product: Pick<Fish, 'image' | 'images' | 'type' | 'placeholder'>
  name: string
  /** the screen is there: the pictures after the first one may load */
  isPainted: boolean
}

const sizes = '(min-width: 75rem) 40rem, (min-width: 62rem) 52vw, 94vw'

/** The pictures of a product: they follow a finger, the arrow keys and two buttons, and open in full size. */
export function Gallery({ product, name, isPainted }: GalleryProps) {
  const { t } = useLingui()
  const { image, images = [image], type, placeholder } = product
  const [at, setAt] = useState(0)
  const [isZoomed, setZoomed] = useState(false)
  const track = useRef<HTMLDivElement>(null)
  const count = images.length
  const go = (to: number) => {
    const left = Math.min(Math.max(to, 0), count - 1) * (track.current?.clientWidth ?? 0)
    track.current?.scrollTo({ left, behavior: wantsMotion() ? 'smooth' : 'auto' })
  }
  const shown = isPainted ? images : images.slice(0, 1)
  const [position, total] = [at + 1, count]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys are a short cut of the buttons inside
    <div className="gallery" onKeyDown={withArrows((by) => go(at + by))}>
      <div
        className="gallery-track"
        ref={track}
        onScroll={({ currentTarget }) => setAt(Math.round(currentTarget.scrollLeft / (currentTarget.clientWidth || 1)))}
      >
        {shown.map((each, index) => (
          <div key={each} className="gallery-picture">
            <Picture
              image={each}
              alt={index === 0 ? name : ''}
              type={type}
              sizes={sizes}
              eager={index === 0}
              {...(index === 0 && placeholder && { placeholder })}
            />
            {each && (
              <button
                type="button"
                className="gallery-zoom"
                aria-label={t`Enlarge the picture`}
                // the track snaps back from the little that a browser scrolls
                onFocus={() => go(index)}
                onClick={() => setZoomed(true)}
              >
                <Icon name="search" />
              </button>
            )}
          </div>
        ))}
      </div>
      {count > 1 && (
        <div className="gallery-bar">
          <PlainIconButton icon="left" label={t`Previous picture`} disabled={at === 0} onClick={() => go(at - 1)} />
          <span className="gallery-dots" role="img" aria-label={t`Picture ${position} of ${total}`}>
            {images.map((each, index) => (
              <span key={each} data-here={index === at || undefined} />
            ))}
          </span>
          <PlainIconButton
            icon="right"
            label={t`Next picture`}
            disabled={at === count - 1}
            onClick={() => go(at + 1)}
          />
        </div>
      )}
      {isZoomed && (
        <Zoom
          {...{ images, at, name, type }}
          onClose={(last) => {
            setZoomed(false)
            go(last)
          }}
        />
      )}
    </div>
  )
}

const withArrows = (go: (by: 1 | -1) => void) => (event: KeyboardEvent) => {
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
  event.preventDefault()
  event.stopPropagation()
  go(event.key === 'ArrowLeft' ? -1 : 1)
}

interface ZoomProps {
  images: readonly string[]
  at: number
  name: string
  type: string
  onClose: (at: number) => void
}

/** One picture over the whole window; a press enlarges it further. */
function Zoom({ images, at: first, name, type, onClose }: ZoomProps) {
  const { t } = useLingui()
  const dialog = useRef<HTMLDialogElement>(null)
  const [at, setAt] = useState(first)
  const [isLarge, setLarge] = useState(false)
  useEffect(() => dialog.current?.showModal(), [])
  const go = (by: 1 | -1) => setAt((at + by + images.length) % images.length)
  const image = images[at] ?? ''
  return (
    <dialog
      className="zoom"
      ref={dialog}
      aria-label={name}
      onClose={() => onClose(at)}
      onKeyDown={withArrows(go)}
      data-large={isLarge || undefined}
    >
      <div className="zoom-picture">
        <Picture key={image} image={image} alt={name} type={type} sizes="200vw" eager />
        <button
          type="button"
          className="gallery-zoom"
          aria-pressed={isLarge}
          aria-label={t`Twice as large`}
          onClick={() => setLarge(!isLarge)}
        />
      </div>
      <div className="zoom-bar">
        {images.length > 1 && (
          <>
            <PlainIconButton icon="left" label={t`Previous picture`} onClick={() => go(-1)} />
            <PlainIconButton icon="right" label={t`Next picture`} onClick={() => go(1)} />
          </>
        )}
        <PlainIconButton icon="close" label={t`Close`} onClick={() => dialog.current?.close()} />
      </div>
    </dialog>
  )
}
