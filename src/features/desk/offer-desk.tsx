import { Box } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import type { OfferInput } from '../../../contract/offers.ts'
import type { Order } from '../../../contract/orders.ts'
import type { EventRow } from '../../db/outbox-rows.ts'
import { lastPrices } from '../../orders/last-prices.ts'
import { ordersOf } from '../../orders/store.ts'
import { problemRefusal } from '../../sync/problem-refusal.ts'
import { useDeps } from '../../ui/deps.tsx'
import { offersOf } from '../../ui/offers/thread-offers.ts'
import { useSay } from '../../ui/offers/use-say.ts'
import { Panel } from '../../ui/panel.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { toast } from '../../ui/toaster.tsx'
import { OfferForm } from './offer-form.tsx'

interface OfferDeskProps {
  order: Order
  userId: string
  /** the outbox entry of a refused offer that is edited */
  edited: EventRow | undefined
  onClose: () => void
}

/** The offer form, which starts from the previous offer or from the last prices of the products. */
export function OfferDesk({ order, userId, edited, onClose }: OfferDeskProps) {
  const { t } = useLingui()
  const { db, sync } = useDeps()
  const say = useSay(order)
  const [id] = useState(() => sync.newId())
  const orders = useLiveQuery(async () => {
    const rows = await ordersOf(db, userId)
      .toArray()
      .catch(() => [])
    return rows.map((row) => row.order)
  }, [db, userId])
  if (!orders) return <Spinner />
  const lastPricesIn = (currency?: string) =>
    lastPrices(orders, { buyerId: order.user._id, ...(currency && { currency }) })
  const body = edited?.payload.body
  const before = body?.kind === 'offer' ? body.offer : offersOf(order.events).at(-1)?.offer

  async function send(offer: OfferInput, after: number) {
    const event = { kind: 'offer', after, offer } as const
    const outcome = edited ? await replace(edited, event) : await say({ id, body: event })
    if (outcome === 'failed') return outcome
    toast({ title: t`The offer is saved on this device and goes out by itself.`, kind: 'success' })
    onClose()
    return outcome
  }
  async function replace(row: EventRow, event: EventRow['payload']['body']) {
    const next = await sync.replaceEvent({ id: row.id, newId: id, body: event })
    // another tab has removed the entry: the offer is a new event
    return next ? 'done' : say({ id, body: event })
  }
  return (
    <Panel>
      <Box minWidth="0">
        <OfferForm
          order={order}
          userId={userId}
          before={before}
          lastPricesIn={lastPricesIn}
          refusal={edited?.problem && problemRefusal(edited.problem)}
          onSend={send}
          onClose={onClose}
        />
      </Box>
    </Panel>
  )
}
