import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { thumbHashToDataURL } from 'thumbhash'
import { type PictureFormat, type PictureWidth, pictureAddress, pictureSrcset } from '../../contract/picture.ts'
import { attempt } from '../lib/record.ts'
import { whenNear } from './schedule.ts'

interface PictureProps {
  image: string
  alt: string
  type: string
  sizes: string
  /** the widest file worth fetching for this place */
  widest?: PictureWidth
  placeholder?: string
  /** the main picture of its screen: loads at once, over the file that a list has shown */
  eager?: boolean
}

/** A product's picture in a 4:3 frame: first a small file or the ThumbHash, then the fitting width; without one a drawing of the product's type. */
export function Picture({ image, alt, type, sizes, widest, placeholder, eager = false }: PictureProps) {
  const [broken, setBroken] = useState('')
  const frame = useRef<HTMLSpanElement>(null)
  const thumb = useThumb(frame, placeholder)
  const [small] = useState(() => (eager ? shown.get(image) : undefined))
  const background = { backgroundImage: small ? `url("${small}")` : thumb }
  const reconnectCount = useSyncExternalStore(
    subscribeToReconnects,
    () => reconnects,
    () => 0,
  )
  const attempt = image + reconnectCount
  const onFailure = () => {
    failures.set(image, (failures.get(image) ?? 0) + 1)
    if (!navigator.onLine) failedOffline.add(image)
    setBroken(attempt)
  }
  if (!image || broken === attempt || failedOffline.has(image)) {
    return (
      <span className="picture" style={background} {...(alt ? { role: 'img', 'aria-label': alt } : {})}>
        {!small && <TypeDrawing type={type} />}
      </span>
    )
  }
  const source = pictureAddress(import.meta.env.VITE_API_URL ?? '', image)
  const srcsets = srcsetsOf(source, { widest, failed: failures.get(image) })
  return (
    <span className="picture" ref={frame} style={background}>
      <picture>
        {srcsets.avif && <source type="image/avif" srcSet={srcsets.avif} sizes={sizes} />}
        <img
          src={source}
          srcSet={srcsets.webp}
          sizes={sizes}
          alt={alt}
          width={640}
          height={480}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          onLoad={({ currentTarget }) => {
            if (currentTarget.naturalWidth < widestPlaceholder) onFailure()
            else shown.set(image, currentTarget.currentSrc)
          }}
          onError={onFailure}
        />
      </picture>
    </span>
  )
}

/** Pictures that failed offline; they are not requested again until the connection is back. */
const failedOffline = new Set<string>()
let reconnects = 0
const failures = new Map<string, number>()

if (typeof window !== 'undefined') {
  window.addEventListener('online', () => {
    failedOffline.clear()
    reconnects += 1
  })
}

function subscribeToReconnects(listener: () => void): () => void {
  window.addEventListener('online', listener)
  return () => window.removeEventListener('online', listener)
}

/** For a picture that is not on the device the worker answers with a drawing 4 px wide; no real picture is so small. */
const widestPlaceholder = 8

/** The file that each picture was last shown with; it stands behind a larger one that loads or fails. */
const shown = new Map<string, string>()

/** After a failure the addresses change: a page requests each only once, and would show the placeholder again. */
function srcsetsOf(
  source: string,
  { widest, failed }: { widest: PictureWidth | undefined; failed: number | undefined },
): Partial<Record<PictureFormat, string>> {
  const of = (format: PictureFormat) => {
    const srcset = pictureSrcset(source, format, widest)
    return failed ? srcset?.replaceAll(`.${format} `, `.${format}?${failed} `) : srcset
  }
  return { avif: of('avif'), webp: of('webp') }
}

/** The ThumbHash as a CSS image, only for a visible frame whose picture still loads: a screen of them takes a slow phone 0.2 s. */
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

const decodeThumb = (hash: string): string | undefined =>
  attempt(() => `url(${thumbHashToDataURL(Uint8Array.from(atob(hash), (letter) => letter.charCodeAt(0)))})`)

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
