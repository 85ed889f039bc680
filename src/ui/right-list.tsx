import { useLingui } from '@lingui/react/macro'
import type { Right } from '../../contract/accounts.ts'
import { rightNames } from '../i18n/right-names.ts'

/** The names of rights on one line. */
export function RightList({ rights }: { rights: readonly Right[] }) {
  const { t } = useLingui()
  return rights.map((right) => t(rightNames[right])).join(' · ')
}
