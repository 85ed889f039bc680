import { Button } from '@chakra-ui/react'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { Locale } from '../../../contract/locales.ts'
import type { Order } from '../../../contract/orders.ts'
import { formatMoney } from '../../../contract/texts/money.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import type { NumberedOffer } from '../../parts/offers/thread-offers.ts'
import type { DecisionWords, useDecision } from '../../parts/offers/use-decision.tsx'
import { LastDay } from '../../ui/dates.tsx'
import { AcceptDialog } from './accept-dialog.tsx'
import { DeclineDialog } from './decline-dialog.tsx'

interface AnswerButtonsProps {
  order: Order
  offer: NumberedOffer
  userId: string
  decision: Pick<ReturnType<typeof useDecision>, 'decide' | 'isBusy'>
}

/**
 * Accepts or declines the current offer. The answer gets its id when the dialog opens, so that many clicks are one answer.
 * It answers the offer that was shown then, even if a new one arrives meanwhile.
 */
export function AnswerButtons({ order, offer, userId, decision }: AnswerButtonsProps) {
  const { sync } = useDeps()
  const locale = useLocale()
  const [open, setOpen] = useState<{ kind: 'accept' | 'decline'; id: string; shown: NumberedOffer }>()
  const close = () => setOpen(undefined)
  async function answer(note?: string): Promise<'done' | 'failed'> {
    if (!open) return 'failed'
    const { id, kind, shown } = open
    const body = { kind, offer: shown.id, ...(note && { note }) }
    const words = kind === 'accept' ? acceptedWords(shown, locale) : declinedWords
    const outcome = await decision.decide({ id, body, words })
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
      {open?.kind === 'accept' && (
        <AcceptDialog offer={open.shown} busy={decision.isBusy} onClose={close} onAccept={() => void answer()} />
      )}
      {open?.kind === 'decline' && (
        <DeclineDialog orderId={order._id} userId={userId} onClose={close} onDecline={answer} />
      )}
    </>
  )
}

function acceptedWords({ offer }: NumberedOffer, locale: Locale): DecisionWords {
  const total = formatMoney(offer.total, offer.currency, locale)
  return {
    sent: <Trans>Accepted, {total}. The shop has it.</Trans>,
    saved: <SavedAcceptance offer={offer} />,
  }
}

const declinedWords: DecisionWords = { sent: <Trans>Declined. The shop has your answer.</Trans> }

/** What an acceptance that waits on this device is worth. */
export function SavedAcceptance({ offer }: { offer: NumberedOffer['offer'] }) {
  return (
    <Trans>
      Your acceptance is saved on this device. It counts only if it reaches us by <LastDay of={offer} />.
    </Trans>
  )
}
