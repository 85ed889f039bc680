import { Button } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { formatMoney, offerTotal } from '../../../contract/texts/money.ts'
import type { EventRow } from '../../data/outbox/outbox-rows.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useWaitingChange, WaitingChange } from '../../parts/offers/waiting-change.tsx'
import { ButtonRow } from '../../ui/buttons.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

interface WaitingDecisionProps {
  row: EventRow
  /** opens the form with a waiting offer */
  onEditOffer: () => void
  dialogs: Parameters<typeof WaitingChange>[0]['dialogs']
}

/** What the shop has decided on this device and the buyer does not know yet, with the ways to change it. */
export function WaitingDecision({ row, onEditOffer, dialogs }: WaitingDecisionProps) {
  const { t } = useLingui()
  const change = useWaitingChange(row)
  const isOffer = row.payload.body.kind === 'offer'
  return (
    <Notice isQuiet>
      <p>
        <What row={row} />
      </p>
      <ButtonRow>
        {isOffer && change.canEdit && (
          <Button variant="solid" onClick={onEditOffer}>
            {t`Edit offer`}
          </Button>
        )}
        <WaitingChange row={row} hasEdit={!isOffer} dialogs={dialogs} />
      </ButtonRow>
    </Notice>
  )
}

function What({ row: { payload } }: { row: EventRow }) {
  const locale = useLocale()
  const { body } = payload
  if (body.kind === 'offer') {
    const total = formatMoney(offerTotal(body.offer.lines, body.offer.charges), body.offer.currency, locale)
    return <Trans>Your offer of {total} is saved on this device. It is not sent yet.</Trans>
  }
  if (body.kind === 'withdraw')
    return <Trans>That you withdraw the offer is saved on this device. It is not sent yet.</Trans>
  return <Trans>That you turn this request down is saved on this device. It is not sent yet.</Trans>
}
