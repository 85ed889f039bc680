import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
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

/** Until when an invitation or a key works, or has worked. */
export const Until = ({ isOver, children: end }: { isOver: boolean; children: ReactNode }) =>
  isOver ? <Trans>Worked until {end}</Trans> : <Trans>Works until {end}</Trans>

export function RightList({ rights }: { rights: readonly Right[] }) {
  const { t } = useLingui()
  return rights.map((right) => t(rightNames[right])).join(' · ')
}
