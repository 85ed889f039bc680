import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { thumbHashToDataURL } from 'thumbhash'
import { type PictureFormat, type PictureWidth, pictureSrcset } from '../../contract/picture.ts'
import { pictureAddress } from '../api/addresses.ts'
import { afterPaint, whenNear } from './when.ts'

interface PictureProps {
  image: string
  alt: string
  type: string
  /** the `sizes` attribute: how wide the picture is on the page */
  sizes: string
  /** the widest file that is ever worth fetching for this place */
  widest?: PictureWidth
  placeholder?: string
  /** the picture of its screen: it does not wait for the scroll position, and shows at once what a list had of it */
  eager?: boolean
}

/**
 * A product's picture in a 4:3 frame whose size is fixed from the start: the ThumbHash first, then AVIF or WebP in
 * the width that fits. Without a picture, or when it cannot be had, a drawing of the product's type.
 */
export function Picture({ image, alt, type, sizes, widest, placeholder, eager = false }: PictureProps) {
  const [broken, setBroken] = useState('')
  const frame = useRef<HTMLSpanElement>(null)
  const thumb = useThumb(frame, placeholder)
  const [stage, setStage] = useState<'first' | 'fitting' | 'last'>(eager && shown.has(image) ? 'first' : 'fitting')
  const returned = useSyncExternalStore(
    onReturn,
    () => returns,
    () => 0,
  )
  const attempt = image + returned
  const onMiss = () => {
    if (stage === 'first') return setStage('fitting')
    if (stage === 'fitting' && shown.has(image)) return setStage('last')
    misses.set(image, (misses.get(image) ?? 0) + 1)
    if (!navigator.onLine) missed.add(image)
    setBroken(attempt)
  }
  if (!image || broken === attempt || missed.has(image)) {
    return (
      <span className="picture" {...(alt ? { role: 'img', 'aria-label': alt } : {})}>
        <TypeDrawing type={type} />
      </span>
    )
  }
  const source = pictureAddress(import.meta.env.VITE_API_URL ?? '', image)
  const seen = stage === 'fitting' ? undefined : shown.get(image)
  const srcsets = seen ? {} : srcsetsOf(source, { widest, misses: misses.get(image) })
  return (
    <span className="picture" ref={frame} style={{ backgroundImage: thumb }}>
      <picture>
        {srcsets.avif && <source type="image/avif" srcSet={srcsets.avif} sizes={sizes} />}
        <img
          src={seen ?? source}
          srcSet={srcsets.webp}
          sizes={sizes}
          alt={alt}
          width={640}
          height={480}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          onLoad={({ currentTarget }) => {
            if (currentTarget.naturalWidth < widestPlaceholder) return onMiss()
            if (stage === 'fitting') shown.set(image, currentTarget.currentSrc)
            if (stage === 'first') afterPaint(() => setStage('fitting'))
          }}
          onError={onMiss}
        />
      </picture>
    </span>
  )
}

/** Pictures that failed without a connection: they are not asked for again before there is one. */
const missed = new Set<string>()
/** How often the connection has returned, and how often each picture could not be had. */
let returns = 0
const misses = new Map<string, number>()

if (typeof window !== 'undefined') {
  window.addEventListener('online', () => {
    missed.clear()
    returns += 1
  })
}

function onReturn(tell: () => void): () => void {
  window.addEventListener('online', tell)
  return () => window.removeEventListener('online', tell)
}

/** The worker's answer for a picture that is not on the device is a drawing of 4 px; no picture is shown so small. */
const widestPlaceholder = 8

/**
 * The file that each picture was last shown with. A larger frame shows it first, from the browser's cache, and then loads
 * the file that fits. When that fails, the first one stays.
 */
const shown = new Map<string, string>()

/** After a miss the addresses are others: a page does not ask twice for the same picture, and would show the placeholder again. */
function srcsetsOf(
  source: string,
  { widest, misses }: { widest: PictureWidth | undefined; misses: number | undefined },
): Partial<Record<PictureFormat, string>> {
  const of = (format: PictureFormat) => {
    const srcset = pictureSrcset(source, format, widest)
    return misses ? srcset?.replaceAll(`.${format} `, `.${format}?${misses} `) : srcset
  }
  return { avif: of('avif'), webp: of('webp') }
}

/**
 * The tiny picture of a ThumbHash as a CSS image, for a frame that is seen while its picture is still on its way: to
 * decode and style a screen of them costs a slow phone a fifth of a second, which pictures at hand need not pay.
 */
function useThumb(frame: RefObject<HTMLElement | null>, hash: string | undefined): string | undefined {
  const [thumb, setThumb] = useState<{ of: string; css: string | undefined }>()
  useEffect(() => {
    if (!hash || !frame.current) return
    return whenNear(frame.current, () => {
      if (frame.current?.querySelector('img')?.complete === false) setThumb({ of: hash, css: decodeThumb(hash) })
    })
  }, [frame, hash])
  return thumb?.of === hash ? thumb?.css : undefined
}

/** undefined for anything that is no ThumbHash */
function decodeThumb(hash: string): string | undefined {
  try {
    return `url(${thumbHashToDataURL(Uint8Array.from(atob(hash), (letter) => letter.charCodeAt(0)))})`
  } catch {
    return undefined
  }
}

/** A fish or a shell, drawn in a few lines, for products without a picture. */
function TypeDrawing({ type }: { type: string }) {
  return (
    <svg
      className="picture-drawing"
      width="45%"
      height="100%"
      viewBox="0 0 64 40"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.2"
      aria-hidden="true"
    >
      {type === 'seafood' ? (
        <path d="M32 34C14 34 8 22 10 14c4-6 12-8 22-8s18 2 22 8c2 8-4 20-22 20ZM32 34V7M32 34 20 8M32 34 44 8M32 34 12 14M32 34l20-20" />
      ) : (
        <path d="M4 20C14 6 34 4 46 16l12-9v26l-12-9C34 36 14 34 4 20ZM14 18h.1M22 12c3 5 3 11 0 16" />
      )}
    </svg>
  )
}
