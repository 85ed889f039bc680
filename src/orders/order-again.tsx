import { Button } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import type { OrderItem } from '../../contract/orders.ts'
import { orderAgain } from '../db/drafts.ts'
import { useDeps } from '../db/use-deps.tsx'
import { formatTime } from '../i18n/dates.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { toast } from '../ui/feedback/toaster.tsx'

/**
 * Puts the items of an earlier order into the cart, with today's product data. The present cart is saved as a draft
 * first; a toast tells if products have changed since the order.
 */
export function OrderAgain({ items }: { items: readonly OrderItem[] }) {
  const { db, clock } = useDeps()
  const { t } = useLingui()
  const locale = useLocale()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)

  async function fillCart() {
    setBusy(true)
    try {
      const now = clock.now()
      const aside = { id: uuidv7(), name: t`Cart of ${formatTime(now, locale)}`, now }
      const changes = await orderAgain(db, { items, aside, now })
      if (changes.length > 0) toast({ title: t`Some products have changed since this order. Please check the cart.` })
      // the id in the present address is the order's, not a product's
      await navigate({ to: '/cart/{-$id}', params: { id: undefined } })
    } catch {
      toast({ title: t`This could not be saved on this device.`, kind: 'error' })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button aria-disabled={busy} onClick={() => busy || void fillCart()}>
      <Trans>Order again</Trans>
    </Button>
  )
}
