import { Trans } from '@lingui/react/macro'

/** Says that more is asked for than there is in stock, which stops nobody. */
export function MoreThanStock({ tonnes, stock }: { tonnes: number | undefined; stock: number }) {
  if (stock > 0 && (tonnes === undefined || tonnes <= stock)) return null
  return (
    <p className="muted">
      {stock > 0 ? (
        <Trans>This is more than we have in stock today. We will tell you when we can have it.</Trans>
      ) : (
        <Trans>There is none in stock today. Ask anyway: we will tell you when we can have it.</Trans>
      )}
    </p>
  )
}
