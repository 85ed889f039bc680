import { Button, Stack } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { findCounter, findCurrentOffer, isOpen } from '../../../contract/order-state.ts'
import { agreedOffer } from '../../../contract/price-talk.ts'
import { formatMoney } from '../../../contract/texts/money.ts'
import { getValue, putValue } from '../../db/database.ts'
import type { EventRow } from '../../db/outbox-rows.ts'
import type { OrderView } from '../../db/read-orders.ts'
import { useDeps } from '../../db/use-deps.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { readLocal } from '../../lib/local-storage.ts'
import { isRecord, parseJson } from '../../lib/record.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { OutboxNotice } from '../../ui/outbox-notice.tsx'
import { DealCard, MessageButton } from '../deal-card.tsx'
import { isEditable, useEventChanges } from '../event-actions.tsx'
import { EventNotice } from '../event-notice.tsx'
import { EventTitle } from '../event-title.tsx'
import { waitingEntry } from '../shown-order.ts'
import { DecisionButton, useDecision } from '../use-decision.tsx'
import { OfferForm } from './offer-form.tsx'

/** `isOpen`: there is a half-typed offer, perhaps from before a reload or a crash, that its author has not closed; `open` undoes that. */
function useOpenDraft(userId: string, orderId: string): { isOpen: boolean; open: () => Promise<void> } {
  const { db } = useDeps()
  const key = `form-of:${userId}:offer-${orderId}` as const
  const [hasLocal] = useState(() => {
    const local = readLocal(key)
    const saved = local.kind === 'text' ? parseJson(local.text) : undefined
    return isRecord(saved) && saved.aside !== true
  })
  const hasSaved = useLiveQuery(async () => {
    const saved = await getValue(db, key).catch(() => undefined)
    return saved !== undefined && saved.aside !== true
  }, [db, key])
  const open = async () => {
    // without a database nothing was saved
    const saved = await getValue(db, key).catch(() => undefined)
    if (saved?.aside === true) await putValue(db, key, { ...saved, aside: false }).catch(() => undefined)
  }
  return { isOpen: hasLocal || hasSaved === true, open }
}

export function SellerActions({ view, userId }: { view: OrderView; userId: string }) {
  const { order, state, waiting } = view
  const { t } = useLingui()
  const locale = useLocale()
  const decision = useDecision(order)
  const changes = useEventChanges()
  // undefined until somebody opens or closes the form
  const [open, setOpen] = useState<{ edited?: EventRow } | 'closed'>()
  const draft = useOpenDraft(userId, order._id)
  const refused = waiting.filter((row) => row.state === 'attention')
  const decided = waiting.filter(
    ({ payload, state: now }) =>
      now !== 'attention' && ['offer', 'withdraw', 'close', 'agree'].includes(payload.body.kind),
  )
  const current = findCurrentOffer(order)
  const counter = state === 'countered' ? findCounter(order) : undefined
  const deal = current && counter && agreedOffer(current.offer, { ...counter, lines: counter.lines ?? [] })
  const close = () => setOpen('closed')
  const form = open === 'closed' ? undefined : (open ?? (draft.isOpen && isOpen(state) ? {} : undefined))

  async function openForm(edited?: EventRow) {
    decision.forget()
    await draft.open()
    setOpen(edited ? { edited } : {})
  }
  function closeForm() {
    flushSync(close)
    document.getElementById('make-offer')?.focus()
  }
  return (
    <Stack gap="4" _print={{ display: 'none' }}>
      <DealCard
        view={view}
        side="shop"
        outcome={
          <>
            {decision.outcome}
            {changes.part}
          </>
        }
      >
        {!form && decided.length === 0 && isOpen(state) && !order.buyerGone && (
          <>
            {deal && counter && (
              <DecisionButton
                variant="solid"
                decision={decision}
                question={{
                  title: t`Agree to these prices?`,
                  action: t`Agree (${formatMoney(deal.total, deal.currency, locale)})`,
                  cancel: t`Not yet`,
                  palette: 'accent',
                  bodyOf: () => ({ kind: 'agree', after: order.version, counter: counter._id }),
                  words: { sent: <Trans>Agreed: the deal is made. The buyer can see it.</Trans> },
                  children: <Trans>The buyer has already agreed to them, so this makes the deal.</Trans>,
                }}
              />
            )}
            <Button id="make-offer" {...(!deal && { variant: 'solid' })} onClick={() => void openForm()}>
              {deal ? t`Make another offer` : current ? t`Revise offer` : t`Make an offer`}
            </Button>
            {current && (
              <DecisionButton
                decision={decision}
                question={{
                  title: t`Withdraw this offer?`,
                  action: t`Withdraw offer`,
                  cancel: t({ message: 'Close', comment: 'button that closes a dialog' }),
                  bodyOf: () => ({ kind: 'withdraw', after: order.version, offer: current.id }),
                  words: { sent: <Trans>The offer is withdrawn. The buyer can see it.</Trans> },
                  children: <Trans>The buyer can no longer accept it. You can make a new one at any time.</Trans>,
                }}
              />
            )}
            <DecisionButton
              colorPalette="red"
              decision={decision}
              question={{
                title: t`Turn down this request?`,
                action: t({ message: 'Turn down', comment: 'button: refuse a request' }),
                reason: {
                  name: `turn-down-${order._id}`,
                  label: t({ message: 'Reason', comment: 'label of a field: why the shop makes no offer' }),
                },
                bodyOf: (note) => ({ kind: 'close', note, after: order.version }),
                words: { sent: <Trans>The request is turned down. The buyer can see it.</Trans> },
                children: <p>{t`This ends the request. The buyer reads the reason; only messages can follow.`}</p>,
              }}
            />
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
        <EventNotice
          key={row.id}
          row={row}
          view={view}
          side="shop"
          onEdit={() => void openForm(row)}
          onReplaced={(id) => decision.show(id, { sent: <Trans>Sent. The buyer can see it.</Trans> })}
          onDiscarded={changes.announce}
        />
      ))}
      {form ? (
        <OfferForm
          key={form.edited?.id ?? 'new'}
          {...{ order, userId, decision }}
          edited={form.edited}
          isAsked={open !== undefined}
          onSent={close}
          onClose={closeForm}
        />
      ) : (
        decided.map((row) => {
          const { kind } = row.payload.body
          const edit = () => (kind === 'offer' ? void openForm(row) : changes.editWords(row))
          return (
            <OutboxNotice
              key={row.id}
              isQuiet
              row={row}
              title={
                <strong>
                  <EventTitle event={waitingEntry(row, 'shop')} thread={order} />
                </strong>
              }
              onEdit={kind !== 'withdraw' && kind !== 'agree' && isEditable(row) ? edit : undefined}
              onDiscarded={changes.announce}
            />
          )
        })
      )}
    </Stack>
  )
}
