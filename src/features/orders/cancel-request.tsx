import { Button } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Order } from '../../../contract/orders.ts'
import { useDeps } from '../../ui/deps.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { useSay } from '../../ui/offers/use-say.ts'

/** Cancels the whole request, after a confirmation. */
export function CancelRequest({ order }: { order: Order }) {
  const { t } = useLingui()
  const { sync } = useDeps()
  const say = useSay(order)
  const [id, setId] = useState<string>()
  const close = () => setId(undefined)
  async function cancel() {
    if (id !== undefined && (await say({ id, body: { kind: 'cancel' } })) === 'done') close()
  }
  return (
    <>
      <Button colorPalette="red" onClick={() => setId(sync.newId())}>
        <Trans comment="button: the buyer takes the request for a quote back">Cancel request</Trans>
      </Button>
      <ConfirmDialog
        open={id !== undefined}
        onClose={close}
        title={t`Cancel this request?`}
        confirm={t({ message: 'Cancel request', comment: 'button: the buyer takes the request for a quote back' })}
        cancel={t`Keep`}
        onConfirm={() => void cancel()}
      >
        <Trans>We will not work on it any more. You can ask again at any time.</Trans>
      </ConfirmDialog>
    </>
  )
}
