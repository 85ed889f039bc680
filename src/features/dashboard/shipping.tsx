import { SimpleGrid } from '@chakra-ui/react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Order } from '../../../contract/orders.ts'
import { mostPromised, onTheWater, promisedTonnes, toLoadThisWeek } from '../../data/orders/shipments.ts'
import { useShopToday } from '../../data/orders/use-orders.ts'
import { formatTonnes } from '../../i18n/numbers.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { Figure } from './figures.tsx'
import { SpeciesChart } from './species-chart.tsx'

/** What is to be loaded this week, what is on the water, and what is accepted and not loaded, by product. */
export function Shipping({ orders }: { orders: readonly Order[] }) {
  const { t } = useLingui()
  const locale = useLocale()
  const today = useShopToday()
  const load = toLoadThisWeek(orders, today)
  const water = onTheWater(orders)
  const promised =
    [...promisedTonnes(orders).values()].reduce((sum, tonnes) => sum + Math.round(tonnes * 1000), 0) / 1000
  const orderCount = (count: number) => <Plural value={count} one="# order" other="# orders" />
  return (
    <>
      <SimpleGrid columns={{ base: 1, sm: 3 }} gap="4">
        <Figure label={t`To load this week`} value={formatTonnes(load.tonnes, locale)}>
          {orderCount(load.count)}
        </Figure>
        <Figure
          label={t({ message: 'On the water', comment: 'goods on ships' })}
          value={formatTonnes(water.tonnes, locale)}
        >
          {orderCount(water.count)}
        </Figure>
        <Figure
          label={t({ message: 'Promised', comment: 'tonnes that are accepted and not loaded' })}
          value={formatTonnes(promised, locale)}
        >
          <Trans>accepted and not loaded</Trans>
        </Figure>
      </SimpleGrid>
      {promised > 0 && <SpeciesChart title={<Trans>Accepted and not loaded</Trans>} products={mostPromised(orders)} />}
    </>
  )
}
