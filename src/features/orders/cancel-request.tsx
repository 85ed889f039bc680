import { Button } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useDeps } from '../../data/use-deps.tsx'
import type { useDecision } from '../../parts/offers/use-decision.tsx'
import { ConfirmDialog } from '../../ui/dialogs/dialog.tsx'

/** Cancels the whole request, after a confirmation. */
export function CancelRequest({ decision }: { decision: Pick<ReturnType<typeof useDecision>, 'decide' | 'isBusy'> }) {
  const { t } = useLingui()
  const { sync } = useDeps()
  const [id, setId] = useState<string>()
  const close = () => setId(undefined)
  async function cancel() {
    const words = { sent: <Trans>The request is cancelled. The shop knows it.</Trans> }
    const isDone = id !== undefined && (await decision.decide({ id, body: { kind: 'cancel' }, words })) === 'done'
    if (isDone) close()
  }
  return (
    <>
      <Button colorPalette="red" onClick={() => setId(sync.newId())}>
        <Trans comment="button: the buyer takes the request for a quote back">Cancel request</Trans>
      </Button>
      {id !== undefined && (
        <ConfirmDialog
          onClose={close}
          title={t`Cancel this request?`}
          confirm={t({ message: 'Cancel request', comment: 'button: the buyer takes the request for a quote back' })}
          cancel={t`Keep`}
          busy={decision.isBusy}
          onConfirm={() => void cancel()}
        >
          <Trans>We will not work on it any more. You can ask again at any time.</Trans>
        </ConfirmDialog>
      )}
    </>
  )
}
