import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'

/** The links to the two categories. */
export function Tiles() {
  const { t } = useLingui()
  return (
    <nav className="tiles" aria-label={t`Categories`}>
      <Tile type="seafood" label={t`Seafood`} first />
      <Tile type="fish" label={t({ message: 'Fish', comment: 'the category: fish as opposed to seafood' })} />
    </nav>
  )
}

interface TileProps {
  type: 'fish' | 'seafood'
  label: string
  /** part of the first screen, also on a phone */
  first?: boolean
}

function Tile({ type, label, first = false }: TileProps) {
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
