import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, memo } from 'react'
import type { Fish } from '../../../contract/fishes.ts'
import { nameIn } from '../../../contract/locales.ts'
import { packingLine } from '../../../contract/texts/packing-texts.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { Picture } from '../../parts/picture.tsx'
import { Stars } from '../../ui/stars.tsx'
import { CardAdd } from './card-add.tsx'

interface ProductCardProps {
  fish: Fish
  sizes: string
}

/** Compares products by value, since each answer has new objects: a card renders again only if its product has changed. */
function isUnchanged(a: ProductCardProps, b: ProductCardProps): boolean {
  if (a.sizes !== b.sizes) return false
  if (a.fish === b.fish) return true
  const names = new Set([...Object.keys(a.fish), ...Object.keys(b.fish)])
  // a listed product has only strings and numbers
  return [...names].every((name) => a.fish[name as keyof Fish] === b.fish[name as keyof Fish])
}

/** A product in a list. The whole card can be clicked; its link is the name. */
export const ProductCard = memo(function ProductCard({ fish, sizes }: ProductCardProps) {
  const locale = useLocale()
  const facts = packingLine(fish, locale)
  return (
    <article className="card">
      <Picture
        image={fish.image}
        // the name is right below: a screen reader would say it twice
        alt=""
        type={fish.type}
        sizes={sizes}
        widest={640}
        placeholder={fish.placeholder}
      />
      <div className="card-body">
        <h3 className="card-name">
          <ProductLink fish={fish} name={nameIn(fish, locale)} />
        </h3>
        {fish.scientific_name && (
          <p className="latin" lang="la">
            {fish.scientific_name}
          </p>
        )}
        {facts && <p className="card-facts">{facts}</p>}
        <div className="card-foot">
          <Stock tonnes={fish.countInStock} />
          {fish.numReviews > 0 && <Stars rating={fish.rating} count={fish.numReviews} />}
        </div>
        <CardAdd fish={fish} />
      </div>
    </article>
  )
}, isUnchanged)

/**
 * The router's `Link` works out its address anew at every navigation, for each of the cards that the next screen removes:
 * a sixth of the time in which a product opens (docs/decisions/009-lists-and-products.md).
 */
function ProductLink({ fish, name }: { fish: Fish; name: string }) {
  const router = useRouter()
  const target = { to: '/products/$id', params: { id: fish._id }, state: { product: fish } } as const
  const preload = () => void router.preloadRoute(target).catch(() => undefined)
  const open = (event: MouseEvent) => {
    // a new tab or window is the browser's
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void router.navigate(target)
  }
  return (
    <a
      href={router.history.createHref(router.buildLocation(target).href)}
      onClick={open}
      onTouchStart={preload}
      onMouseEnter={preload}
      onFocus={preload}
    >
      {name}
    </a>
  )
}

// rows with a small picture on phones, three columns above, five on the home page of a wide screen
const three = '(min-width: 75rem) 24rem, (min-width: 48rem) 31vw, 38vw'
const five = '(min-width: 75rem) 14rem, (min-width: 62rem) 19vw, (min-width: 48rem) 31vw, 38vw'

/** Products in columns; on a phone in rows, with the picture beside the text. */
export function ProductGrid({ fishes, five: isFive = false }: { fishes: readonly Fish[]; five?: boolean }) {
  return (
    <ul className={isFive ? 'cards cards-five' : 'cards'}>
      {fishes.map((fish) => (
        <li key={fish._id}>
          <ProductCard fish={fish} sizes={isFive ? five : three} />
        </li>
      ))}
    </ul>
  )
}

/** Whether there is stock. The amount is not shown. */
export function Stock({ tonnes }: { tonnes: number }) {
  const { t } = useLingui()
  return <span className={tonnes > 0 ? 'stock' : 'stock stock-out'}>{tonnes > 0 ? t`In stock` : t`Out of stock`}</span>
}
