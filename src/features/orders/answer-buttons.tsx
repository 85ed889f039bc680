import { Button } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { Order } from '../../../contract/orders.ts'
import { useDeps } from '../../ui/deps.tsx'
import type { NumberedOffer } from '../../ui/offers/thread-offers.ts'
import { useSay } from '../../ui/offers/use-say.ts'
import { AcceptDialog } from './accept-dialog.tsx'
import { DeclineDialog } from './decline-dialog.tsx'

interface AnswerButtonsProps {
  order: Order
  offer: NumberedOffer
  userId: string
}

/**
 * What the buyer can say to the current offer. The answer gets its id when its dialog opens: ten clicks are one answer. It is
 * one to the offer that was read then, also where another one comes meanwhile.
 */
export function AnswerButtons({ order, offer, userId }: AnswerButtonsProps) {
  const { sync } = useDeps()
  const say = useSay(order)
  const [open, setOpen] = useState<{ kind: 'accept' | 'decline'; id: string; read: NumberedOffer }>()
  const close = () => setOpen(undefined)
  async function answer(note?: string): Promise<'done' | 'failed'> {
    if (!open) return 'failed'
    const { id, kind, read } = open
    const outcome = await say({ id, body: { kind, offer: read.id, ...(note && { note }) } })
    if (outcome === 'done') close()
    return outcome
  }
  return (
    <>
      <Button variant="solid" onClick={() => setOpen({ kind: 'accept', id: sync.newId(), read: offer })}>
        <Trans>Accept offer</Trans>
      </Button>
      <Button onClick={() => setOpen({ kind: 'decline', id: sync.newId(), read: offer })}>
        <Trans comment="button: the buyer says no to an offer">Decline</Trans>
      </Button>
      {open?.kind === 'accept' && <AcceptDialog offer={open.read} onClose={close} onAccept={() => void answer()} />}
      {open?.kind === 'decline' && (
        <DeclineDialog orderId={order._id} userId={userId} onClose={close} onDecline={answer} />
      )}
    </>
  )
}
