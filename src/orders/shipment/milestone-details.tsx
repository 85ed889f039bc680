import { Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { OrderEvent } from '../../../contract/order-events.ts'
import type { OrderItem } from '../../../contract/orders.ts'
import { formatNumber, formatTonnes } from '../../i18n/numbers.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { Day } from '../../ui/date-text.tsx'
import { itemName } from '../thread-offers.ts'

interface MilestoneDetailsProps {
  event: Pick<OrderEvent, 'booked' | 'loaded' | 'sailed' | 'documents'>
  items: readonly OrderItem[]
}

/** What a milestone says besides its step and date: ship, container, what is loaded, how the papers travel. */
export function MilestoneDetails({ event: { booked, loaded, sailed, documents }, items }: MilestoneDetailsProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const lines: ReactNode[] = []
  if (booked) {
    lines.push([booked.vessel, booked.voyage, booked.container].filter(Boolean).join(' · '))
    lines.push(
      <>
        {booked.from} <Day day={booked.etd} /> → {booked.to} <Day day={booked.eta} />
      </>,
    )
  }
  if (loaded) {
    const { container, seal, temperature } = loaded
    const degrees = temperature === undefined ? '' : `${formatNumber(temperature, locale)} °C`
    lines.push([container, seal, degrees].filter(Boolean).join(' · '))
    for (const { fishe, qty } of loaded.lines) {
      const name = itemName(items, fishe, locale)
      const tonnes = formatTonnes(qty, locale)
      lines.push(t`${name}: ${tonnes}`)
    }
  }
  if (sailed?.eta)
    lines.push(
      <Trans comment="of a ship">
        expected to arrive on <Day day={sailed.eta} />
      </Trans>,
    )
  if (documents) lines.push([documents.courier, documents.tracking].filter(Boolean).join(' · '))
  const shown = lines.filter(Boolean)
  if (shown.length === 0) return null
  return (
    <Stack gap="0" fontSize="sm">
      {shown.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an event never change
        <Text key={at}>{line}</Text>
      ))}
    </Stack>
  )
}
