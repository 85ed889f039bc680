import { Flex } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import { type ListOrder, listOrders, type StockFilter, stockFilters } from '../../../contract/catalogue-query.ts'
import { business } from '../../../contract/limits.ts'
import { formatTonnes } from '../../i18n/numbers.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { BesideLabel } from '../../ui/forms/beside-label.tsx'
import { Select, type SelectProps } from '../../ui/select.tsx'

/** Which products the list has, in which order, and how many a page. */
interface ProductChoice {
  stock?: StockFilter | undefined
  sort?: ListOrder | undefined
  rows?: number | undefined
}

/** Rows per page; the first is the specification's (section 9). */
const pageSizes = [business.listPerPage, 25, 100] as const

interface ProductChoicesProps extends ProductChoice {
  onChoose: (choice: ProductChoice) => void
}

/** The filter by stock, the order and the number of rows of the products. */
export function ProductChoices({ stock, sort, rows = business.listPerPage, onChoose }: ProductChoicesProps) {
  const { t } = useLingui()
  const tonnes = formatTonnes(business.lowStock, useLocale())
  const filters: Record<StockFilter, string> = { none: t`No stock`, low: t`Low stock (less than ${tonnes})` }
  const orders: Record<ListOrder, string> = {
    name: t`Name`,
    code: t`Article number`,
    stock: t`Stock, the least first`,
    'stock-down': t`Stock, the most first`,
  }
  const choose = (choice: ProductChoice) => onChoose({ stock, sort, rows, ...choice })
  return (
    <Flex wrap="wrap" gap="4">
      <Choice
        label={t`Filter by stock`}
        value={stock ?? ''}
        options={[
          { value: '', label: t({ message: 'All', comment: 'products, whatever their stock' }) },
          ...stockFilters.map((value) => ({ value, label: filters[value] })),
        ]}
        onValue={(value) => choose({ stock: value || undefined })}
      />
      <Choice
        label={t({ message: 'Order', comment: 'of the rows of a list: by name, by stock', context: 'sorting' })}
        value={sort ?? ''}
        options={[
          { value: '', label: t({ message: 'As usual', comment: 'order of a list: newest or best match first' }) },
          ...listOrders.map((value) => ({ value, label: orders[value] })),
        ]}
        onValue={(value) => choose({ sort: value || undefined })}
      />
      <Choice
        label={t`Rows per page`}
        value={rows}
        options={pageSizes.map((value) => ({ value, label: value }))}
        onValue={(value) => choose({ rows: value })}
      />
    </Flex>
  )
}

function Choice<V extends string | number>({ label, ...select }: SelectProps<V> & { label: string }) {
  return <BesideLabel label={label}>{(id) => <Select id={id} maxWidth="max-content" {...select} />}</BesideLabel>
}
