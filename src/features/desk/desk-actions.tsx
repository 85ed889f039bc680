import { Button, Stack } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { findCurrentOffer, isFinal } from '../../../contract/order-state.ts'
import type { OrderView } from '../../data/orders/read.ts'
import type { EventRow } from '../../data/outbox/outbox-rows.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { DealCard } from '../../parts/offers/deal-card.tsx'
import { MessageButton } from '../../parts/offers/go-to.tsx'
import { useDecision } from '../../parts/offers/use-decision.tsx'
import { useWaitingDialogs } from '../../parts/offers/waiting-change.tsx'
import { ConfirmDialog } from '../../ui/dialogs/dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useSaid } from '../../ui/feedback/said.tsx'
import { EventConflict } from './event-conflict.tsx'
import { OfferDesk } from './offer-desk.tsx'
import { TurnDownDialog } from './turn-down-dialog.tsx'
import { useOpenDraft } from './use-open-draft.ts'
import { WaitingDecision } from './waiting-decision.tsx'

type Open =
  | { kind: 'offer'; edited?: EventRow }
  | { kind: 'withdraw'; id: string; after: number }
  | { kind: 'turn-down' }

interface DeskActionsProps {
  view: OrderView
  userId: string
}

/** The top of the exporter's screen: where the request stands, the actions, what waits of them, and what was refused. */
export function DeskActions({ view, userId }: DeskActionsProps) {
  const { order, state, waiting } = view
  const { t } = useLingui()
  const { sync } = useDeps()
  const decision = useDecision(order)
  const [said, sayHere] = useSaid()
  const dialogs = useWaitingDialogs(sayHere)
  const [open, setOpen] = useState<Open | 'closed'>()
  const draft = useOpenDraft(userId, order._id)
  const refused = waiting.filter((row) => row.state === 'attention')
  const decided = waiting.filter(
    ({ payload, state: now }) => now !== 'attention' && ['offer', 'withdraw', 'close'].includes(payload.body.kind),
  )
  const current = findCurrentOffer(order)
  const close = () => setOpen('closed')
  const shown: Open | undefined =
    open === 'closed' ? undefined : (open ?? (draft.isOpen && !isFinal(state) ? { kind: 'offer' } : undefined))

  async function openForm(form: Open) {
    decision.forget()
    await draft.open()
    setOpen(form)
  }
  function closeForm() {
    flushSync(close)
    document.getElementById('make-offer')?.focus()
  }
  async function withdraw({ id, after }: { id: string; after: number }) {
    if (!current) return close()
    const words = { sent: <Trans>The offer is withdrawn. The buyer can see it.</Trans> }
    await decision.decide({ id, body: { kind: 'withdraw', after, offer: current.id }, words })
    close()
  }
  return (
    <Stack gap="4" _print={{ display: 'none' }}>
      <DealCard
        view={view}
        side="shop"
        outcome={
          <>
            {decision.outcome}
            {said}
          </>
        }
      >
        {shown?.kind !== 'offer' && decided.length === 0 && !isFinal(state) && !order.buyerGone && (
          <>
            <Button id="make-offer" variant="solid" onClick={() => void openForm({ kind: 'offer' })}>
              {current ? <Trans>Revise offer</Trans> : <Trans>Make an offer</Trans>}
            </Button>
            {current && (
              <Button onClick={() => setOpen({ kind: 'withdraw', id: sync.newId(), after: order.version })}>
                <Trans>Withdraw offer</Trans>
              </Button>
            )}
            <Button colorPalette="red" onClick={() => setOpen({ kind: 'turn-down' })}>
              <Trans comment="button: refuse a request">Turn down</Trans>
            </Button>
          </>
        )}
        {order.buyerGone && (
          <Notice>
            <Trans>
              This buyer has deleted the account: messages and offers no longer arrive. Use the contact details of the
              request, if need be.
            </Trans>
          </Notice>
        )}
        {!order.sealed && !order.buyerGone && <MessageButton />}
      </DealCard>
      {refused.map((row) => (
        <EventConflict
          key={row.id}
          row={row}
          order={order}
          onEdit={() => void openForm({ kind: 'offer', edited: row })}
          onSentAnyway={(id) => void decision.show(id, { sent: <Trans>Sent. The buyer can see it.</Trans> })}
        />
      ))}
      {shown?.kind === 'offer' ? (
        <OfferDesk
          key={shown.edited?.id ?? 'new'}
          order={order}
          userId={userId}
          edited={shown.edited}
          isAsked={open !== undefined}
          decision={decision}
          onSent={close}
          onClose={closeForm}
        />
      ) : (
        decided.map((row) => (
          <WaitingDecision
            key={row.id}
            row={row}
            onEditOffer={() => void openForm({ kind: 'offer', edited: row })}
            dialogs={dialogs}
          />
        ))
      )}
      {dialogs.dialog}
      {shown?.kind === 'turn-down' && (
        <TurnDownDialog order={order} userId={userId} decision={decision} onClose={close} />
      )}
      {shown?.kind === 'withdraw' && (
        <ConfirmDialog
          onClose={close}
          title={t`Withdraw this offer?`}
          confirm={t`Withdraw offer`}
          cancel={t({ message: 'Close', comment: 'button that closes a dialog' })}
          busy={decision.isBusy}
          onConfirm={() => void withdraw(shown)}
        >
          <Trans>The buyer can no longer accept it. You can make a new one at any time.</Trans>
        </ConfirmDialog>
      )}
    </Stack>
  )
}
