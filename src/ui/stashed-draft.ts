import { useLingui } from '@lingui/react/macro'
import type { NewDraft } from '../db/drafts.ts'
import { useDeps } from '../db/use-deps.tsx'
import { formatTime } from '../i18n/dates.ts'
import { useLocale } from '../i18n/use-locale.ts'

/** Makes the draft that the lines in the cart become when others take their place. */
export function useStashedDraft(): () => NewDraft {
  const { t } = useLingui()
  const { sync, clock } = useDeps()
  const locale = useLocale()
  return () => {
    const now = clock.now()
    return { id: sync.newId(), name: t`Cart of ${{ time: formatTime(now, locale) }}`, now }
  }
}
