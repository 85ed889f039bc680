import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { memo, useRef } from 'react'
import { stateOf } from '../../contract/catalogue-query.ts'
import type { Fish } from '../../contract/fishes.ts'
import { business } from '../../contract/limits.ts'
import { nameIn } from '../../contract/locales.ts'
import { packingLine } from '../../contract/texts/packing-texts.ts'
import { cartLineOf, putCartLine, restoreCartLine, setCartQuantity } from '../db/cart.ts'
import type { CartLine } from '../db/rows.ts'
import { useCart, useDeps, useSession } from '../db/use-deps.tsx'
import { useQuantity } from '../forms/quantity-field.tsx'
import { formatTonnes } from '../i18n/numbers.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { toast, useSaving } from '../ui/feedback/toaster.tsx'
import { Icon, PlainIconButton } from '../ui/icon.tsx'
import { Picture } from '../ui/product-picture.tsx'
import { Stars } from '../ui/stars.tsx'

/** Puts a product into the cart, then changes its quantity. 'Add' and 'One tonne more' are one button: the focus stays on it. */
function CardAdd({ fish }: { fish: Fish }) {
  const { t } = useLingui()
  const { db, clock } = useDeps()
  const locale = useLocale()
  const session = useSession()
  const line = useCart()?.get(fish._id)
  const add = useRef<HTMLButtonElement>(null)
  const save = useSaving()
  const name = nameIn(fish, locale)
  const { input, message, step } = useQuantity({
    value: line?.qty ?? business.defaultQuantity,
    onChange: (tonnes) => tonnes !== undefined && save(() => setCartQuantity(db, fish._id, tonnes)),
    onEnter: () => undefined,
  })
  if (session?.isAdmin) return null

  const undo = (work: () => Promise<void>) => ({
    label: t({ message: 'Undo', comment: 'button: takes back the removal of a line of the cart' }),
    onClick: () => {
      save(work)
      // the pressed button goes with its toast
      add.current?.focus({ preventScroll: true })
    },
  })

  async function addLine() {
    // another tab may have been faster, with its own quantity
    if (await db.cart.get(fish._id)) return
    await putCartLine(db, cartLineOf(fish, business.defaultQuantity, clock.now()))
    toast({
      title: t`In the cart: ${name}`,
      kind: 'success',
      action: undo(() => db.cart.delete(fish._id)),
      merge: {
        name: 'cart',
        title: (count) => t`${plural(count, { one: '# product added', other: '# products added' })}`,
        action: { label: t`View cart`, onClick: () => location.assign('#/cart') },
      },
    })
  }

  async function removeLine(removed: CartLine) {
    add.current?.focus({ preventScroll: true })
    // forgets an invalid quantity that was typed
    step(0)
    await db.cart.delete(fish._id)
    toast({ title: t`Removed: ${name}`, action: undo(() => restoreCartLine(db, removed)) })
  }

  const isInStock = fish.countInStock > 0
  const isLast = line && line.qty <= 1
  return (
    <>
      <div className="card-add" {...(line && { role: 'group', 'aria-label': name })}>
        {line && (
          <>
            <PlainIconButton
              icon={isLast ? 'trash' : 'minus'}
              label={isLast ? t`Remove ${name}` : t`One tonne less`}
              onClick={() => (isLast ? save(() => removeLine(line)) : step(-1))}
            />
            <input {...input} aria-label={t`Quantity of ${name}`} aria-invalid={message !== undefined} />
            <output className="visually-hidden">{formatTonnes(line.qty, locale)}</output>
          </>
        )}
        <button
          ref={add}
          type="button"
          className="button button-icon"
          aria-label={line ? t`One tonne more` : isInStock ? t`Add to the cart: ${name}` : t`Ask anyway: ${name}`}
          onClick={({ currentTarget }) => {
            // Safari gives a pressed button no focus, by which a toast knows what it must not cover
            currentTarget.focus({ preventScroll: true })
            if (line) step(1)
            else save(addLine)
          }}
        >
          <Icon name="plus" />
        </button>
      </div>
      {line && message && (
        <p className="failure" role="alert">
          {message}
        </p>
      )}
    </>
  )
}

interface ProductCardProps {
  fish: Fish
  sizes: string
}

/** Compares products by value, since each answer has new objects: a card renders again only if its product has changed. */
function isUnchanged(a: ProductCardProps, b: ProductCardProps): boolean {
  if (a.sizes !== b.sizes) return false
  if (a.fish === b.fish) return true
  const names = new Set([...Object.keys(a.fish), ...Object.keys(b.fish)])
  // a listed product has only plain values and its pictures
  return [...names].every((name) => String(a.fish[name as keyof Fish]) === String(b.fish[name as keyof Fish]))
}

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
          <Link to="/products/$id" params={{ id: fish._id }} state={{ product: fish }}>
            {nameIn(fish, locale)}
          </Link>
        </h3>
        {fish.scientific_name && (
          <p className="latin" lang="la">
            {fish.scientific_name}
          </p>
        )}
        {facts && <p className="card-facts">{facts}</p>}
        <div className="card-foot">
          <div className="card-marks">
            <StateMark fish={fish} />
            {fish.countInStock <= 0 && <Stock tonnes={0} />}
            {fish.numReviews > 0 && <Stars rating={fish.rating} count={fish.numReviews} />}
          </div>
          <CardAdd fish={fish} />
        </div>
      </div>
    </article>
  )
}, isUnchanged)

// rows with a small picture on phones, three columns above, five on the home page of a wide screen
const three = '(min-width: 75rem) 24rem, (min-width: 48rem) 31vw, 38vw'
const five = '(min-width: 75rem) 14rem, (min-width: 62rem) 19vw, (min-width: 48rem) 31vw, 38vw'

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

export function Stock({ tonnes }: { tonnes: number }) {
  const { t } = useLingui()
  return <span className={tonnes > 0 ? 'stock' : 'stock stock-out'}>{tonnes > 0 ? t`In stock` : t`Out of stock`}</span>
}

/** Whether a product is fresh or frozen, where its texts say so. */
export function StateMark({ fish }: { fish: Fish }) {
  const { t } = useLingui()
  const state = stateOf(fish)
  if (!state) return null
  return (
    <span className="mark">
      {state === 'fresh'
        ? t({ message: 'Fresh', comment: 'of products: neither frozen nor processed' })
        : t({ message: 'Frozen', comment: 'of products' })}
    </span>
  )
}
