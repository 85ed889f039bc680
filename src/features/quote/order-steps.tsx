import { Trans, useLingui } from '@lingui/react/macro'

/** Where one is on the way to a quote. */
export function OrderSteps({ at }: { at: 'shipping' | 'review' }) {
  const { t } = useLingui()
  return (
    <ol className="steps" aria-label={t`Steps to a quote`}>
      <li>
        <a href="#/cart">
          <Trans>Cart</Trans>
        </a>
      </li>
      <li aria-current={at === 'shipping' ? 'step' : undefined}>
        <Trans>Shipping</Trans>
      </li>
      <li aria-current={at === 'review' ? 'step' : undefined}>
        <Trans>Check and send</Trans>
      </li>
    </ol>
  )
}
