import { Button } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ConfirmDialog } from './dialog.tsx'

interface DiscardButtonProps {
  /** the question of the dialog */
  title: string
  onDiscard: () => Promise<unknown>
}

/** Gives up what the shop refused, after a question: this device has the only copy. */
export function DiscardButton({ title, onDiscard }: DiscardButtonProps) {
  const { t } = useLingui()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button colorPalette="red" onClick={() => setAsking(true)}>
        <Trans>Discard</Trans>
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={title}
        confirm={t`Discard`}
        cancel={t`Keep`}
        onConfirm={() => void onDiscard()}
      >
        <Trans>It was not sent and cannot be brought back.</Trans>
      </ConfirmDialog>
    </>
  )
}
