import { Trans } from '@lingui/react/macro'
import { Time } from './date-text.tsx'

interface MadeByProps {
  /** when, ISO 8601 */
  at: string
  /** name of the administrator; undefined when the account was deleted */
  by: string | undefined
}

/** Says when a key or an invitation was made, and by whom. */
export function MadeBy({ at, by }: MadeByProps) {
  return (
    <p>
      {by === undefined ? (
        <Trans>
          Made <Time at={at} />
        </Trans>
      ) : (
        <Trans>
          Made <Time at={at} /> by {by}
        </Trans>
      )}
    </p>
  )
}
