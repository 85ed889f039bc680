import { Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { formatMoney } from '../../../contract/texts/money.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import type { NumberedOffer } from '../../parts/offers/thread-offers.ts'
import { LastDay } from '../../ui/dates.tsx'
import { ConfirmDialog } from '../../ui/dialogs/dialog.tsx'

interface AcceptDialogProps {
  offer: NumberedOffer
  busy: boolean
  onClose: () => void
  onAccept: () => void
}

/** The confirmation before an offer is accepted, with its total and validity. */
export function AcceptDialog({ offer: { number, offer }, busy, onClose, onAccept }: AcceptDialogProps) {
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
