import { Trans } from '@lingui/react/macro'

/** Whether there is stock; how much is between the buyer and the shop. */
export function Stock({ tonnes }: { tonnes: number }) {
  return tonnes > 0 ? (
    <span className="stock">
      <Trans>In stock</Trans>
    </span>
  ) : (
    <span className="stock stock-out">
      <Trans>Out of stock</Trans>
    </span>
  )
}
