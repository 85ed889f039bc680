import { Button } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { canBeEdited } from '../../data/outbox/order-events.ts'
import type { EventRow } from '../../data/outbox/outbox-rows.ts'
import { mayTakeBack } from '../../data/outbox/outbox-steps.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { ConfirmDialog } from '../dialogs/dialog.tsx'
import { EditWaiting, TooLate } from './edit-waiting.tsx'

interface WaitingChangeProps {
  /** an event that has not reached the server */
  row: EventRow
  /** false where another button edits it */
  hasEdit?: boolean
  /** called with a sentence about what was changed */
  onChanged: (sentence: ReactNode) => void
}

/** What can be done with an event that waits: nothing with a refused one, which has a notice of its own. */
export function useWaitingChange(row: EventRow): { canEdit: boolean; canTakeBack: boolean } {
  const isRefused = row.state === 'attention'
  return { canEdit: !isRefused && canBeEdited(row, mayTakeBack), canTakeBack: !isRefused && mayTakeBack(row) }
}

/** Buttons that change an event or take it back before it is sent. */
export function WaitingChange({ row, hasEdit = true, onChanged }: WaitingChangeProps) {
  const { t } = useLingui()
  const { sync } = useDeps()
  const { canEdit, canTakeBack } = useWaitingChange(row)
  const [open, setOpen] = useState<'edit' | 'take-back'>()
  const close = () => setOpen(undefined)
  const hasText = 'text' in row.payload.body || 'note' in row.payload.body
  async function takeBack() {
    const isGone = await sync.discard(row.id)
    onChanged(isGone ? <Trans>Taken back. It was not sent.</Trans> : <TooLate />)
    close()
  }
  return (
    <>
      {hasEdit && canEdit && hasText && (
        <Button size="sm" onClick={() => setOpen('edit')}>
          <Trans comment="button at a row">Edit</Trans>
        </Button>
      )}
      {canTakeBack && (
        <Button size="sm" onClick={() => setOpen('take-back')}>
          <Trans comment="button: an offer, answer or message that waits on this device is not sent after all">
            Take back
          </Trans>
        </Button>
      )}
      {open === 'edit' && <EditWaiting row={row} onClose={close} onChanged={onChanged} />}
      <ConfirmDialog
        open={open === 'take-back'}
        onClose={close}
        title={t`Take this back?`}
        confirm={t({
          message: 'Take back',
          comment: 'button: an offer, answer or message that waits on this device is not sent after all',
        })}
        cancel={t({ message: 'Close', comment: 'button that closes a dialog' })}
        onConfirm={() => void takeBack()}
      >
        <Trans>It was not sent and cannot be brought back.</Trans>
      </ConfirmDialog>
    </>
  )
}
