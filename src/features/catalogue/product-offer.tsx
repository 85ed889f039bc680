import { Button, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { FishDetail } from '../../../contract/fishes.ts'
import { business } from '../../../contract/limits.ts'
import { cartLineOf, putCartLine } from '../../db/cart.ts'
import { useDeps } from '../../ui/deps.tsx'
import { QuantityField } from '../../ui/forms/quantity-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useSession } from '../../ui/session.ts'
import { Stock } from './stock.tsx'

/** Stock, tonnes and the way into the cart; for visitors the way to the login, for administrators neither. */
export function ProductOffer({ product }: { product: FishDetail }) {
  const { t } = useLingui()
  const { db, clock } = useDeps()
  const session = useSession()
  const navigate = useNavigate()
  const fieldId = useId()
  const [tonnes, setTonnes] = useState<number | undefined>(business.defaultQuantity)
  const [failed, setFailed] = useState(false)

  async function order() {
    // what is no quantity says so at the field already
    if (tonnes === undefined) return document.getElementById(fieldId)?.focus()
    try {
      await putCartLine(db, cartLineOf(product, tonnes, clock.now()))
      await navigate({ to: '/cart/{-$id}', params: { id: undefined } })
    } catch {
      setFailed(true)
    }
  }

  return (
    <Panel>
      <div>
        <Stock tonnes={product.countInStock} />
        {tonnes !== undefined && product.countInStock > 0 && tonnes > product.countInStock && (
          <Text color="fg.muted">
            <Trans>This is more than there is in stock today. We will tell you by when we can have it.</Trans>
          </Text>
        )}
      </div>
      <QuantityField
        id={fieldId}
        value={tonnes ?? business.defaultQuantity}
        label={t`Quantity in tonnes`}
        labelled
        onChange={setTonnes}
      />
      {!session && (
        <Button asChild variant="solid" size="lg">
          <Link to="/login" search={{ redirect: `/products/${encodeURIComponent(product._id)}` }}>
            <Trans>Login to order</Trans>
          </Link>
        </Button>
      )}
      {session && !session.isAdmin && (
        <Button variant="solid" size="lg" disabled={product.countInStock <= 0} onClick={() => void order()}>
          <Trans>Make order</Trans>
        </Button>
      )}
      {failed && (
        <Notice kind="error">
          <Trans>This could not be saved on this device.</Trans>
        </Notice>
      )}
      <Text color="fg.muted">
        <Trans>An order is a request for a quote: no price is fixed and nothing is charged.</Trans>
      </Text>
    </Panel>
  )
}
