import { Box } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import type { OfferInput } from '../../../contract/offers.ts'
import type { Order } from '../../../contract/orders.ts'
import { lastPrices } from '../../data/orders/last-prices.ts'
import { ordersOf } from '../../data/orders/store.ts'
import { useShopToday } from '../../data/orders/use-orders.ts'
import type { EventRow } from '../../data/outbox/outbox-rows.ts'
import { problemRefusal } from '../../data/outbox/problem-refusal.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { offersOf } from '../../parts/offers/thread-offers.ts'
import type { useDecision } from '../../parts/offers/use-decision.tsx'
import { Spinner } from '../../ui/loading/spinner.tsx'
import { Panel } from '../../ui/panel.tsx'
import { OfferForm } from './offer-form.tsx'

interface OfferDeskProps {
  order: Order
  userId: string
  /** the outbox entry of a waiting or refused offer that is edited */
  edited: EventRow | undefined
  /** somebody has just asked for the form: it takes the focus */
  isAsked: boolean
  decision: Pick<ReturnType<typeof useDecision>, 'decide' | 'show'>
  onSent: () => void
  onClose: () => void
}

/** The offer form, which starts from the previous offer or from the last prices of the products. */
export function OfferDesk({ order, userId, edited, isAsked, decision, onSent, onClose }: OfferDeskProps) {
  const { db, sync } = useDeps()
  const [id] = useState(() => sync.newId())
  const orders = useLiveQuery(async () => {
    const rows = await ordersOf(db, userId)
      .toArray()
      .catch(() => [])
    return rows.map((row) => row.order)
  }, [db, userId])
  const today = useShopToday()
  if (!orders) return <Spinner />
  const lastPricesIn = (currency?: string) =>
    lastPrices(orders, { buyerId: order.user._id, ...(currency && { currency }) })
  const body = edited?.payload.body
  const before = body?.kind === 'offer' ? body.offer : offersOf(order).at(-1)?.offer

  async function send(offer: OfferInput, after: number) {
    const body = { kind: 'offer', after, offer } as const
    const words = {
      sent: <Trans>The offer is sent. The buyer can see it.</Trans>,
      saved: <Trans>The offer is saved on this device. Until it is sent you can change it.</Trans>,
    }
    // false when it is being sent or another tab has removed it: then the offer is a new event
    const isReplaced = edited && (await sync.replaceEvent({ id: edited.id, newId: id, body }))
    if (isReplaced) await decision.show(id, words)
    const outcome = isReplaced ? 'done' : await decision.decide({ id, body, words })
    if (outcome === 'done') onSent()
    return outcome
  }
  return (
    <Panel>
      <Box minWidth="0">
        <OfferForm
          order={order}
          userId={userId}
          before={before}
          today={today}
          isAsked={isAsked}
          lastPricesIn={lastPricesIn}
          refusal={edited?.problem && problemRefusal(edited.problem)}
          onSend={send}
          onClose={onClose}
        />
      </Box>
    </Panel>
  )
}
