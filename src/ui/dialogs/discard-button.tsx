import { Button } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { useSaving } from '../feedback/toaster.tsx'
import { ConfirmDialog } from './dialog.tsx'

interface DiscardButtonProps {
  /** the title of the confirmation */
  title: string
  onDiscard: () => Promise<unknown>
  /** what is lost */
  children?: ReactNode
}

/** Discards an outbox entry after a confirmation: this device has the only copy. */
export function DiscardButton({ title, onDiscard, children }: DiscardButtonProps) {
  const { t } = useLingui()
  const save = useSaving()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button colorPalette="red" onClick={() => setAsking(true)}>
        <Trans>Discard</Trans>
      </Button>
      {isAsking && (
        <ConfirmDialog
          onClose={() => setAsking(false)}
          title={title}
          confirm={t`Discard`}
          cancel={t`Keep`}
          onConfirm={() => save(onDiscard)}
        >
          {children ?? <Trans>It was not sent and cannot be brought back.</Trans>}
        </ConfirmDialog>
      )}
    </>
  )
}
