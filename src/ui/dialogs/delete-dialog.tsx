import { Stack } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { orGone, type Reply } from '../../api/exchange.ts'
import { useRefusalText } from '../../i18n/refusals.ts'
import { Notice } from '../feedback/notice.tsx'
import { useCall } from '../loading/use-call.ts'
import { useIsMounted } from '../use-is-here.ts'
import { ConfirmDialog, preloadDialogs } from './dialog.tsx'

// fetched with the screen: there may be no connection when the button is pressed
void preloadDialogs()

interface DeleteDialogProps {
  onClose: () => void
  onDelete: () => Promise<Reply<undefined>>
  /** refreshes the screen after the deletion; `wasGone`: somebody else had deleted it already */
  onDeleted: (wasGone: boolean) => Promise<void>
  title?: string
  confirm?: string
  children: ReactNode
}

/** Confirms a deletion on the server, in the words of specification section 8. Stays open with the reason if it fails. */
export function DeleteDialog({ onClose, onDelete, onDeleted, title, confirm, children }: DeleteDialogProps) {
  const { t } = useLingui()
  const refusalText = useRefusalText()
  const { busy, failure, run } = useCall()
  const isOpen = useIsMounted()
  const send = async () => {
    const isDone = await run(async () => {
      const reply = orGone(await onDelete())
      if (reply.ok) await onDeleted(reply.status === 404)
      return reply
    })
    if (isDone && isOpen()) onClose()
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title={title ?? t`Are you sure want to delete?`}
      confirm={confirm ?? t`Delete`}
      cancel={t({ message: 'Close', comment: 'button that closes a dialog' })}
      busy={busy}
      onConfirm={() => void send()}
    >
      <Stack gap="3" overflowWrap="anywhere">
        {children}
      </Stack>
      {failure && <Notice kind="error">{refusalText(failure)}</Notice>}
    </ConfirmDialog>
  )
}
