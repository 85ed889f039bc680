import { useDeps } from '../data/use-deps.tsx'
import { formatAge } from '../i18n/ages.ts'
import { useLocale } from '../i18n/use-locale.ts'

/** How long ago a time was, such as '2 h ago'. Shown beside the exact date. */
export function Age({ at }: { at: string | number }) {
  const { clock } = useDeps()
  const locale = useLocale()
  return formatAge(at, { now: clock.now(), locale })
}
