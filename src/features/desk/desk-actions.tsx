import { Button, Stack } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { findCurrentOffer, isFinal } from '../../../contract/order-state.ts'
import type { EventRow } from '../../db/outbox-rows.ts'
import { getValue } from '../../db/values.ts'
import { readLocal } from '../../lib/local-storage.ts'
import type { OrderView } from '../../orders/read.ts'
import { ButtonRow } from '../../ui/button-row.tsx'
import { useDeps } from '../../ui/deps.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { useSay } from '../../ui/offers/use-say.ts'
import { EventConflict } from './event-conflict.tsx'
import { OfferDesk } from './offer-desk.tsx'
import { TurnDownDialog } from './turn-down-dialog.tsx'

type Open =
  | { kind: 'offer'; edited?: EventRow }
  | { kind: 'withdraw'; id: string; after: number }
  | { kind: 'turn-down' }

interface DeskActionsProps {
  view: OrderView
  userId: string
}

/** The exporter's actions on a request, and the earlier ones that the server refused. */
export function DeskActions({ view: { order, state, waiting }, userId }: DeskActionsProps) {
  const { t } = useLingui()
  const { db, sync } = useDeps()
  const say = useSay(order)
  const [open, setOpen] = useState<Open | 'closed'>()
  // a draft from before a reload, a logout or a crash; its last version may still be in local storage
  const formKey = `form-of:${userId}:offer-${order._id}` as const
  const [hasLocalDraft] = useState(() => readLocal(formKey).kind === 'text')
  const hasSavedDraft = useLiveQuery(
    async () => (await getValue(db, formKey).catch(() => undefined)) !== undefined,
    [db, formKey],
  )
  const hasDraft = hasLocalDraft || hasSavedDraft
  const refused = waiting.filter((row) => row.state === 'attention')
  const current = findCurrentOffer(order.events)
  const close = () => setOpen('closed')
  const shown: Open | undefined =
    open === 'closed' ? undefined : (open ?? (hasDraft && !isFinal(state) ? { kind: 'offer' } : undefined))

  async function withdraw({ id, after }: { id: string; after: number }) {
    if (current) await say({ id, body: { kind: 'withdraw', after, offer: current.id } })
    close()
  }
  return (
    <Stack gap="4" _print={{ display: 'none' }}>
      {refused.map((row) => (
        <EventConflict key={row.id} row={row} order={order} onEdit={() => setOpen({ kind: 'offer', edited: row })} />
      ))}
      {shown?.kind === 'offer' ? (
        <OfferDesk
          key={shown.edited?.id ?? 'new'}
          order={order}
          userId={userId}
          edited={shown.edited}
          onClose={close}
        />
      ) : (
        !isFinal(state) && (
          <ButtonRow>
            <Button variant="solid" onClick={() => setOpen({ kind: 'offer' })}>
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
          </ButtonRow>
        )
      )}
      {shown?.kind === 'turn-down' && <TurnDownDialog order={order} userId={userId} onClose={close} />}
      <ConfirmDialog
        open={shown?.kind === 'withdraw'}
        onClose={close}
        title={t`Withdraw this offer?`}
        confirm={t`Withdraw offer`}
        cancel={t({ message: 'Close', comment: 'button that closes a dialog' })}
        onConfirm={() => shown?.kind === 'withdraw' && void withdraw(shown)}
      >
        <Trans>The buyer can no longer accept it. You can make a new one at any time.</Trans>
      </ConfirmDialog>
    </Stack>
  )
}
