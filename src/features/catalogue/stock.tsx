import { useLingui } from '@lingui/react/macro'

/** Whether there is stock. The amount is not shown. */
export function Stock({ tonnes }: { tonnes: number }) {
  const { t } = useLingui()
  return <span className={tonnes > 0 ? 'stock' : 'stock stock-out'}>{tonnes > 0 ? t`In stock` : t`Out of stock`}</span>
}
