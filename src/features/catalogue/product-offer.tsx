import { Trans } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { FishDetail } from '../../../contract/fishes.ts'
import { business } from '../../../contract/limits.ts'
import { cartLineOf, putCartLine } from '../../data/cart/cart.ts'
import { useSession } from '../../data/session/use-session.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { useAway } from '../../lib/connection.ts'
import { MoreThanStock } from '../../parts/more-than-stock.tsx'
import { OfflineVisitor } from '../../parts/offline-visitor.tsx'
import { actionsEdge } from '../../ui/feedback/bottom-edge.ts'
import { Stock } from './product-card.tsx'
import { TonnesField } from './tonnes-field.tsx'

/**
 * Stock, quantity and the order button, which stays in the window while the product is read. Visitors get a link to the
 * login, and without a connection the cart; administrators neither.
 */
export function ProductOffer({ product }: { product: FishDetail }) {
  const { db, clock } = useDeps()
  const session = useSession()
  const away = useAway()
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

  const id = encodeURIComponent(product._id)
  const isInStock = product.countInStock > 0
  // after the login the typed quantity is in the cart
  const target = tonnes !== undefined ? `/cart/${id}?qty=${tonnes}` : `/products/${id}`

  /** Enter does what the button does. */
  function enter() {
    if (tonnes === undefined || session?.isAdmin) return
    if (session || away) void order()
    else void navigate({ to: '/login', search: { redirect: target } })
  }
  return (
    <>
      <div className="offer">
        <div>
          <Stock tonnes={product.countInStock} />
          <MoreThanStock tonnes={tonnes} stock={product.countInStock} />
        </div>
        <TonnesField id={fieldId} value={tonnes ?? business.defaultQuantity} onChange={setTonnes} onEnter={enter} />
        <OfflineVisitor />
        <p className="muted">
          <Trans>An order is a request for a quote: no price is fixed and nothing is charged.</Trans>
        </p>
      </div>
      {!session?.isAdmin && (
        <div className="order-bar" ref={actionsEdge}>
          {!session && (
            <Link className="button button-primary" to="/login" search={{ redirect: target }}>
              <Trans>Login to order</Trans>
            </Link>
          )}
          {!session && away && (
            <button type="button" className="button" onClick={() => void order()}>
              {isInStock ? <Trans>Put into the cart</Trans> : <AskAnyway />}
            </button>
          )}
          {session && (
            <button type="button" className="button button-primary" onClick={() => void order()}>
              {isInStock ? <Trans>Make order</Trans> : <AskAnyway />}
            </button>
          )}
          {failed && (
            <p className="failure" role="alert">
              <Trans>This could not be saved on this device.</Trans>
            </p>
          )}
        </div>
      )}
    </>
  )
}

const AskAnyway = () => <Trans comment="button: asks for a quote for a product that is not in stock">Ask anyway</Trans>
