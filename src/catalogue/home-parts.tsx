import { ph } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import type { FishPage } from '../../contract/fishes.ts'
import { pictureAddress, pictureSrcset } from '../../contract/picture.ts'
import { type Scene, textIn } from '../../contract/shop.ts'
import { useShop } from '../db/use-deps.tsx'
import { formatTonnes } from '../i18n/numbers.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { SearchForm } from '../ui/search-form.tsx'

/** The `srcset` of a drawing of the harbour; the other scenes are drawn in vectors, one file for all widths. */
const harbour = (name: string, widths: number[], format: string) =>
  widths.map((width) => `./brand/${name}-${width}.${format} ${width}w`).join(', ')

/** Less than the real width, which is enough for sea and sky: a dense phone screen loads 7 kB instead of 11. */
const phone = '66vw'

/** The shop's own picture, or the drawing of its scene. */
function HeroPicture({ hero, scene }: { hero: string; scene: Scene }) {
  const img = { className: 'hero-picture', sizes: '100vw', fetchPriority: 'high' as const }
  if (hero) return <OwnPicture image={hero} {...img} />
  if (scene !== 'harbour') return <img {...img} alt="" src={`./brand/${scene}-hero.svg`} width="1920" height="800" />
  const onPhone = (format: string) => ({
    ...{ media: '(max-width: 47.99rem)', srcSet: harbour('hero-phone', [480, 720, 1080], format), sizes: phone },
  })
  const size = { width: '960', height: '450' }
  return (
    <InTwo {...img} {...size} src="./brand/hero-960.webp" srcset={(format) => harbour('hero', [960, 1920], format)}>
      <source type="image/avif" {...onPhone('avif')} />
      <source {...onPhone('webp')} />
    </InTwo>
  )
}

type InTwoProps = ComponentProps<'img'> & { srcset: (format: 'avif' | 'webp') => string | undefined }

/** A picture that decorates, in AVIF or WebP; `children` are other sources that come first. */
function InTwo({ srcset, children, ...img }: InTwoProps) {
  return (
    <picture>
      {children}
      <source type="image/avif" srcSet={srcset('avif')} sizes={img.sizes} />
      <img {...img} alt="" srcSet={srcset('webp')} />
    </picture>
  )
}

function OwnPicture({ image, ...img }: ComponentProps<'img'> & { image: string }) {
  const source = pictureAddress(import.meta.env.VITE_API_URL ?? '', image)
  return <InTwo {...img} src={source} srcset={(format) => pictureSrcset(source, format)} />
}

export function Hero() {
  const shop = useShop()
  const locale = useLocale()
  const lead = textIn(shop.lead, locale)
  return (
    <section className="hero">
      <HeroPicture hero={shop.hero} scene={shop.scene} />
      <div className="hero-text">
        <h1 tabIndex={-1}>{textIn(shop.tagline, locale) || shop.name}</h1>
        {lead && <p>{lead}</p>}
        <SearchForm />
      </div>
    </section>
  )
}

/** One line of what a buyer asks first, each part only where the shop has it. */
export function Facts({ totals: { species, tonnes } = { species: 0, tonnes: 0 } }: Pick<FishPage, 'totals'>) {
  const { approvalNumber, nextSailing } = useShop()
  const locale = useLocale()
  const sailing = textIn(nextSailing, locale)
  return (
    <ul className="facts-line">
      {species > 0 && (
        <li>
          <Plural value={species} one="# species" other="# species" />
        </li>
      )}
      {tonnes > 0 && (
        <li>
          <Trans comment="{stock}: an amount, as in: 1,240 t">
            {ph({ stock: formatTonnes(Math.round(tonnes), locale) })} in stock
          </Trans>
        </li>
      )}
      {approvalNumber && (
        <li>
          <Trans comment="the plant’s approval number, on the home page">Approval no. {approvalNumber}</Trans>
        </li>
      )}
      {sailing && (
        <li>
          <Trans comment="{sailing}: the shop’s own words, as in: 12 December, Dakar to Vigo">
            Next sailing: {sailing}
          </Trans>
        </li>
      )}
    </ul>
  )
}

export function Tiles() {
  const { t } = useLingui()
  const { tileFish, tileSeafood } = useShop()
  return (
    <nav className="tiles" aria-label={t`Categories`}>
      <Tile type="seafood" own={tileSeafood} first>{t`Seafood`}</Tile>
      <Tile type="fish" own={tileFish}>
        {t({ message: 'Fish', comment: 'the category: fish as opposed to seafood' })}
      </Tile>
    </nav>
  )
}

interface TileProps {
  type: 'fish' | 'seafood'
  /** the shop's own picture */
  own: string
  first?: boolean
  children: ReactNode
}

function Tile({ type, own, first = false, children }: TileProps) {
  const { scene } = useShop()
  // less than the real width on a phone: behind text the smallest picture is sharp enough, at a third of the size
  const sizes = '(min-width: 75rem) 37rem, (min-width: 40rem) 48vw, 60vw'
  const img = {
    sizes,
    width: 640,
    height: 480,
    loading: first ? ('eager' as const) : ('lazy' as const),
    decoding: 'async' as const,
    ...(first && { fetchPriority: 'high' as const }),
  }
  return (
    <Link className="tile" to="/products/category/{-$categorie}" params={{ categorie: type }}>
      {own ? (
        <OwnPicture image={own} {...img} />
      ) : scene !== 'harbour' ? (
        <img {...img} alt="" src={`./brand/${scene}-tile-${type}.svg`} />
      ) : (
        <InTwo
          {...img}
          src={`./brand/tile-${type}-640.webp`}
          srcset={(format) => harbour(`tile-${type}`, [320, 640, 1280], format)}
        />
      )}
      <span className="tile-text">{children}</span>
    </Link>
  )
}
