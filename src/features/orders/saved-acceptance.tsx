import { Trans } from '@lingui/react/macro'
import { Day } from '../../ui/dates.tsx'

/** What an acceptance that waits on this device is worth. `validUntil` is the last day of the accepted offer. */
export function SavedAcceptance({ validUntil }: { validUntil: string }) {
  return (
    <Trans>
      Your acceptance is saved on this device. It counts only if it reaches us by <Day day={validUntil} />.
    </Trans>
  )
}
