import { useLingui } from '@lingui/react/macro'

/** The two ways into the catalogue. */
export function Tiles() {
  const { t } = useLingui()
  return (
    <nav className="tiles" aria-label={t`Categories`}>
      <Tile type="seafood" label={t`Seafood`} />
      <Tile type="fish" label={t({ message: 'Fish', comment: 'the category: fish as opposed to seafood' })} />
    </nav>
  )
}

function Tile({ type, label }: { type: 'fish' | 'seafood'; label: string }) {
  const set = (format: string) => [320, 640, 1280].map((px) => `./brand/tile-${type}-${px}.${format} ${px}w`).join(', ')
  const sizes = '(min-width: 75rem) 37rem, (min-width: 40rem) 48vw, 94vw'
  return (
    <a className="tile" href={`#/products/category/${type}`}>
      <picture>
        <source type="image/avif" srcSet={set('avif')} sizes={sizes} />
        <img
          src={`./brand/tile-${type}-640.webp`}
          srcSet={set('webp')}
          sizes={sizes}
          alt=""
          width="640"
          height="480"
          loading="lazy"
          decoding="async"
        />
      </picture>
      <span className="tile-text">{label}</span>
    </a>
  )
}
