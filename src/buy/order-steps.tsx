import { Box, Link, useSlotRecipe } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link as RouterLink } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** The steps to a quote. A plain list, since Chakra's `Steps` are tabs, which these screens are not. */
export function OrderSteps({ at }: { at: 'shipping' | 'review' }) {
  const { t } = useLingui()
  const styles = useSlotRecipe({ key: 'steps' })()
  return (
    <Box as="ol" css={styles.list} aria-label={t`Steps to a quote`}>
      <Step number={1}>
        <Link asChild variant="plain">
          <RouterLink to="/cart/{-$id}" params={{ id: undefined }}>
            <Trans>Cart</Trans>
          </RouterLink>
        </Link>
      </Step>
      <Step number={2} current={at === 'shipping'}>
        <Trans>Delivery</Trans>
      </Step>
      <Step number={3} current={at === 'review'}>
        <Trans>Check and send</Trans>
      </Step>
    </Box>
  )
}

function Step({ number, current = false, children }: { number: number; current?: boolean; children: ReactNode }) {
  const styles = useSlotRecipe({ key: 'steps' })()
  return (
    <Box as="li" css={styles.item} aria-current={current ? 'step' : undefined}>
      <Box as="span" css={styles.indicator} aria-hidden="true" data-current={current || undefined}>
        {number}
      </Box>
      <Box as="span" css={styles.title}>
        {children}
      </Box>
    </Box>
  )
}
