import { Trans, useLingui } from '@lingui/react/macro'
import type { Right } from '../../contract/accounts.ts'
import { rightNames } from '../i18n/right-names.ts'
import { Time } from '../ui/date-text.tsx'

interface MadeByProps {
  at: string
  /** name of the administrator; undefined when the account was deleted */
  by: string | undefined
}

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

export function RightList({ rights }: { rights: readonly Right[] }) {
  const { t } = useLingui()
  return rights.map((right) => t(rightNames[right])).join(' · ')
}
