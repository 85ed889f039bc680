import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import type { Fish } from '../../../contract/fishes.ts'
import { business } from '../../../contract/limits.ts'
import { nameIn } from '../../../contract/locales.ts'
import { cartLineOf, putCartLine, removeCartLine, restoreCartLine, setCartQuantity } from '../../data/cart/cart.ts'
import { useCart } from '../../data/cart/use-cart.ts'
import type { CartLine } from '../../data/rows.ts'
import { useSession } from '../../data/session/use-session.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { formatTonnes } from '../../i18n/numbers.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { toast, useSaving } from '../../ui/feedback/toaster.tsx'
import { useQuantity } from '../../ui/forms/use-quantity.ts'
import { Icon } from '../../ui/icon.tsx'

/**
 * Puts the product of a card into the cart, and then changes its quantity. 'Add' and 'One tonne more' are the same button
 * in the same place: the focus stays on it, and what is under the finger never takes anything back.
 */
export function CardAdd({ fish }: { fish: Fish }) {
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
    toast({ title: t`In the cart: ${name}`, kind: 'success', action: undo(() => removeCartLine(db, fish._id)) })
  }

  async function removeLine(removed: CartLine) {
    add.current?.focus({ preventScroll: true })
    // forgets an invalid quantity that was typed
    step(0)
    await removeCartLine(db, fish._id)
    toast({ title: t`Removed: ${name}`, action: undo(() => restoreCartLine(db, removed)) })
  }

  const isInStock = fish.countInStock > 0
  const isLast = line && line.qty <= 1
  return (
    <>
      <div className="card-add" {...(line && { role: 'group', 'aria-label': name })}>
        {line && (
          <>
            <button
              type="button"
              className="button button-icon"
              aria-label={isLast ? t`Remove ${name}` : t`One tonne less`}
              onClick={() => (isLast ? save(() => removeLine(line)) : step(-1))}
            >
              <Icon name={isLast ? 'trash' : 'minus'} />
            </button>
            <input {...input} aria-label={t`Quantity of ${name}`} aria-invalid={message !== undefined} />
            <output className="visually-hidden">{formatTonnes(line.qty, locale)}</output>
          </>
        )}
        <button
          ref={add}
          type="button"
          className="button"
          aria-label={line ? t`One tonne more` : isInStock ? t`Add to the cart: ${name}` : t`Ask anyway: ${name}`}
          onClick={() => (line ? step(1) : save(addLine))}
        >
          {line ? (
            <Icon name="plus" />
          ) : isInStock ? (
            <Trans comment="button: puts a product into the cart">Add</Trans>
          ) : (
            <Trans context="card" comment="button in little room: asks for a quote for a product that is not in stock">
              Ask anyway
            </Trans>
          )}
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
