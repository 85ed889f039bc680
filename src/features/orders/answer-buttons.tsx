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
 * Accepts or declines the current offer. The answer gets its id when the dialog opens, so that many clicks are one answer.
 * It answers the offer that was shown then, even if a new one arrives meanwhile.
 */
export function AnswerButtons({ order, offer, userId }: AnswerButtonsProps) {
  const { sync } = useDeps()
  const say = useSay(order)
  const [open, setOpen] = useState<{ kind: 'accept' | 'decline'; id: string; shown: NumberedOffer }>()
  const close = () => setOpen(undefined)
  async function answer(note?: string): Promise<'done' | 'failed'> {
    if (!open) return 'failed'
    const { id, kind, shown } = open
    const outcome = await say({ id, body: { kind, offer: shown.id, ...(note && { note }) } })
    if (outcome === 'done') close()
    return outcome
  }
  return (
    <>
      <Button variant="solid" onClick={() => setOpen({ kind: 'accept', id: sync.newId(), shown: offer })}>
        <Trans>Accept offer</Trans>
      </Button>
      <Button onClick={() => setOpen({ kind: 'decline', id: sync.newId(), shown: offer })}>
        <Trans comment="button: the buyer says no to an offer">Decline</Trans>
      </Button>
      {open?.kind === 'accept' && <AcceptDialog offer={open.shown} onClose={close} onAccept={() => void answer()} />}
      {open?.kind === 'decline' && (
        <DeclineDialog orderId={order._id} userId={userId} onClose={close} onDecline={answer} />
      )}
    </>
  )
}
