import { Trans } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { FishDetail } from '../../../contract/fishes.ts'
import { business } from '../../../contract/limits.ts'
import { cartLineOf, putCartLine } from '../../db/cart.ts'
import { useDeps } from '../../ui/deps.tsx'
import { useSession } from '../../ui/session.ts'
import { Stock } from './stock.tsx'
import { TonnesField } from './tonnes-field.tsx'

/** Stock, quantity and the order button. Visitors get a link to the login, administrators neither. */
export function ProductOffer({ product }: { product: FishDetail }) {
  const { db, clock } = useDeps()
  const session = useSession()
  const navigate = useNavigate()
  const fieldId = useId()
  const [tonnes, setTonnes] = useState<number | undefined>(business.defaultQuantity)
  const [failed, setFailed] = useState(false)

  async function order() {
    // the field already shows what is wrong with the quantity
    if (tonnes === undefined) return document.getElementById(fieldId)?.focus()
    try {
      await putCartLine(db, cartLineOf(product, tonnes, clock.now()))
      await navigate({ to: '/cart/{-$id}', params: { id: undefined } })
    } catch {
      setFailed(true)
    }
  }

  return (
    <div className="offer">
      <div>
        <Stock tonnes={product.countInStock} />
        {tonnes !== undefined && product.countInStock > 0 && tonnes > product.countInStock && (
          <p className="muted">
            <Trans>This is more than there is in stock today. We will tell you by when we can have it.</Trans>
          </p>
        )}
      </div>
      <TonnesField id={fieldId} value={tonnes ?? business.defaultQuantity} onChange={setTonnes} />
      {!session && (
        <Link
          className="button button-primary"
          to="/login"
          search={{ redirect: `/products/${encodeURIComponent(product._id)}` }}
        >
          <Trans>Login to order</Trans>
        </Link>
      )}
      {session && !session.isAdmin && (
        <button
          type="button"
          className="button button-primary"
          disabled={product.countInStock <= 0}
          onClick={() => void order()}
        >
          <Trans>Make order</Trans>
        </button>
      )}
      {failed && (
        <p className="failure" role="alert">
          <Trans>This could not be saved on this device.</Trans>
        </p>
      )}
      <p className="muted">
        <Trans>An order is a request for a quote: no price is fixed and nothing is charged.</Trans>
      </p>
    </div>
  )
}
