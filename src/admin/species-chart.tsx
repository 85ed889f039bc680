import { Box, Table } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { PromisedProduct } from '../db/order-figures.ts'
import { formatTonnes } from '../i18n/numbers.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { nameOf } from '../orders/shown-order.ts'
import { Panel } from '../ui/page.tsx'

interface SpeciesChartProps {
  title: ReactNode
  products: readonly PromisedProduct[]
}

/** The products with the most tonnes, as a table with a bar in each row. */
export function SpeciesChart({ title, products: species }: SpeciesChartProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const most = Math.max(...species.map(({ tonnes }) => tonnes))
  return (
    <Panel title={title}>
      <Table.Root>
        <Table.Caption srOnly>{title}</Table.Caption>
        <Table.Header srOnly>
          <Table.Row>
            <Table.ColumnHeader scope="col">{t`Product`}</Table.ColumnHeader>
            <Table.ColumnHeader scope="col">
              {t({ message: 'Tonnes', comment: 'column: the sum of what was asked for' })}
            </Table.ColumnHeader>
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {species.map((each) => (
            <Table.Row key={each.fishe}>
              <Table.Cell as="th" scope="row" width={{ sm: '45%' }} overflowWrap="anywhere">
                {nameOf(each, locale)}
              </Table.Cell>
              <Table.Cell>
                <Box display="grid" gridTemplateColumns={{ sm: 'minmax(0, 1fr) auto' }} alignItems="center" gap="3">
                  {/* a phone has no room for it beside the name */}
                  <Box hideBelow="sm" height="0.75rem" borderRadius="l1" bg="bg.subtle" aria-hidden="true">
                    <Box height="full" width={`${(each.tonnes / most) * 100}%`} borderRadius="l1" bg="primary" />
                  </Box>
                  <Box minWidth="5rem" textAlign="end" whiteSpace="nowrap">
                    {formatTonnes(each.tonnes, locale)}
                  </Box>
                </Box>
              </Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Root>
    </Panel>
  )
}
