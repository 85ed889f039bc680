import { Trans, useLingui } from '@lingui/react/macro'
import type { Right } from '../../contract/accounts.ts'
import { rightNames } from '../i18n/right-names.ts'
import { Time } from '../ui/date-text.tsx'

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

/** The names of rights on one line. */
export function RightList({ rights }: { rights: readonly Right[] }) {
  const { t } = useLingui()
  return rights.map((right) => t(rightNames[right])).join(' · ')
}
