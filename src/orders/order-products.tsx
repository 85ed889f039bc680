import { Plural } from '@lingui/react/macro'
import type { OrderItem } from '../../contract/orders.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { SecondaryText } from '../ui/rows/table-cards.tsx'
import { nameOf } from './thread-offers.ts'

/** What a request asks for, for a row of a list: 'Octopus, hake and 2 more'. */
export function OrderProducts({ items }: { items: readonly Pick<OrderItem, 'name' | 'name_fr' | 'name_es'>[] }) {
  const locale = useLocale()
  const names = items.map((item) => nameOf(item, locale))
  const [first = '', second, ...others] = [...new Set(names)]
  const rest = others.length
  return (
    <SecondaryText overflowWrap="anywhere">
      {rest > 0 ? (
        <Plural value={rest} one={`${first}, ${second} and # more`} other={`${first}, ${second} and # more`} />
      ) : (
        [first, second].filter(Boolean).join(', ')
      )}
    </SecondaryText>
  )
}
