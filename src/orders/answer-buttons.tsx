import { Button, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { limits } from '../../contract/limits.ts'
import type { Locale } from '../../contract/locales.ts'
import type { Order } from '../../contract/orders.ts'
import { formatMoney } from '../../contract/texts/money.ts'
import { useDeps } from '../db/use-deps.tsx'
import { TextAreaField } from '../forms/fields.tsx'
import { Form, SubmitButton, useForm } from '../forms/form.tsx'
import { useLocale } from '../i18n/use-locale.ts'
import { LastDay } from '../ui/date-text.tsx'
import { ConfirmDialog, FormDialog } from '../ui/dialogs/dialog.tsx'
import type { NumberedOffer } from './thread-offers.ts'
import type { Decision, DecisionWords } from './use-decision.tsx'

interface AcceptDialogProps {
  offer: NumberedOffer
  busy: boolean
  onClose: () => void
  onAccept: () => void
}

/** The confirmation before an offer is accepted, with its total and validity. */
function AcceptDialog({ offer: { number, offer }, busy, onClose, onAccept }: AcceptDialogProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const total = formatMoney(offer.total, offer.currency, locale)
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t`Accept offer ${number}?`}
      confirm={t`Accept offer`}
      cancel={t`Not yet`}
      palette="accent"
      busy={busy}
      onConfirm={onAccept}
    >
      <Stack gap="2">
        <p>
          <Trans>
            Total: <b>{total}</b>, valid until{' '}
            <b>
              <LastDay of={offer} />
            </b>
            .
          </Trans>
        </p>
        <Text color="fg.muted">
          <Trans>You cannot undo an acceptance here. Nothing is charged.</Trans>
        </Text>
      </Stack>
    </ConfirmDialog>
  )
}

interface DeclineDialogProps {
  orderId: string
  userId: string
  onClose: () => void
  onDecline: (reason?: string) => Promise<'done' | 'failed'>
}

/** Declines an offer, with an optional reason. A half-typed reason is saved until it is sent. */
function DeclineDialog({ orderId, userId, onClose, onDecline }: DeclineDialogProps) {
  const { t } = useLingui()
  const form = useForm({
    name: `decline-${orderId}`,
    owner: userId,
    initial: { reason: '' },
    check: () => ({}),
    submit: ({ reason }) => onDecline(reason.trim() || undefined),
  })
  return (
    <FormDialog onClose={onClose} title={t`Decline this offer?`}>
      <Form form={form}>
        <TextAreaField
          field={form.field('reason')}
          label={t`Reason (optional)`}
          hint={t`With a reason we can make you a better offer.`}
          rows={4}
          maxLength={limits.noteLength}
        />
        <SubmitButton form={form}>
          <Trans comment="button: the buyer says no to an offer">Decline</Trans>
        </SubmitButton>
      </Form>
    </FormDialog>
  )
}

interface AnswerButtonsProps {
  order: Order
  offer: NumberedOffer
  userId: string
  decision: Pick<Decision, 'decide' | 'isBusy'>
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
