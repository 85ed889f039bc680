import { Flex, Input, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { Order } from '../../../contract/orders.ts'
import type { Refusal } from '../../api/errors.ts'
import { useShop } from '../../data/shop/use-shop.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { ExportButtons } from '../../parts/lists/export-buttons.tsx'
import type { Fetching } from '../../parts/lists/use-export.ts'
import { Fold } from '../../ui/fold.tsx'
import { BesideLabel } from '../../ui/forms/beside-label.tsx'
import { inRange } from './export-orders.ts'
import { dayReader, orderRows } from './orders-table.ts'

interface OrdersExportProps {
  /** says which orders are exported */
  what: ReactNode
  orders: (fetching: Fetching) => Promise<readonly Order[] | Refusal>
}

/** Exports orders of a range of days, one row for each line and charge. */
export function OrdersExport({ what, orders }: OrdersExportProps) {
  const { t, i18n } = useLingui()
  const locale = useLocale()
  const { timeZone } = useShop()
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const fetchRows = async (fetching: Fetching) => {
    const found = await orders(fetching)
    if ('status' in found) return found
    const wanted = inRange(found, { from, to }, dayReader(timeZone))
    return orderRows(wanted, { locale, timeZone, translate: (text) => i18n._(text) })
  }
  return (
    <Fold title={t({ message: 'Export', comment: 'opens the choices of an export' })}>
      <Stack gap="4" padding="3">
        <Text>{what}</Text>
        <Flex wrap="wrap" gap="4">
          <DayField label={t`Requested from`} value={from} onValue={setFrom} />
          <DayField label={t`Requested until`} value={to} onValue={setTo} />
        </Flex>
        <ExportButtons list="orders" fetchRows={fetchRows} />
        <Text color="fg.muted">
          <Trans>One row for each line and each charge, with what was asked and what is offered.</Trans>
        </Text>
      </Stack>
    </Fold>
  )
}

interface DayFieldProps {
  label: string
  value: string
  onValue: (day: string) => void
}

function DayField({ label, value, onValue }: DayFieldProps) {
  return (
    <BesideLabel label={label}>
      {(id) => (
        <Input id={id} type="date" width="auto" value={value} onChange={({ target }) => onValue(target.value)} />
      )}
    </BesideLabel>
  )
}
