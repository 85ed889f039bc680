import { type SystemStyleObject, Table, Text } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Offer } from '../../../contract/offers.ts'
import type { OrderItem } from '../../../contract/orders.ts'
import { formatMoney } from '../../../contract/texts/money.ts'
import { formatTonnes } from '../../i18n/numbers.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { lineTitle } from '../../parts/offers/thread-offers.ts'
import { Beside, Both } from './bilingual.tsx'

const cell: SystemStyleObject = {
  paddingBlock: '0.8mm',
  paddingInline: '1mm',
  verticalAlign: 'top',
  fontSize: '9.5pt',
  lineHeight: '1.25',
}
const number: SystemStyleObject = { ...cell, textAlign: 'end', whiteSpace: 'nowrap' }
const plain: SystemStyleObject = { borderBottom: 'none' }

/** Prices, charges and total on paper. A page never breaks within a row, and every page repeats the headings. */
export function PaperLines({ offer, items }: { offer: Offer; items: readonly OrderItem[] }) {
  const locale = useLocale()
  const money = (minor: number) => formatMoney(minor, offer.currency, locale)
  return (
    <Table.Root mt="5mm" css={{ '& tr': { breakInside: 'avoid' } }}>
      <Table.Header css={{ display: 'table-header-group' }}>
        <Table.Row>
          <Head text={msg`Product`} />
          <Head text={msg`Quantity`} isNumber />
          <Head text={msg`Price per tonne`} isNumber />
          <Head text={msg`Total`} isNumber />
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {offer.lines.map(({ fishe, qty, price, total, note }) => {
          const own = lineTitle(items, fishe, locale)
          const english = lineTitle(items, fishe, 'en')
          return (
            <Table.Row key={fishe}>
              <Table.Cell css={cell}>
                {own.name}
                <Beside own={own.name} english={english.name} />
                {own.facts && (
                  <Text as="span" display="block" fontSize="8pt">
                    {own.facts}
                    <Beside own={own.facts} english={english.facts} />
                  </Text>
                )}
                {note && (
                  <Text as="span" display="block" fontStyle="italic">
                    {note}
                  </Text>
                )}
              </Table.Cell>
              <Table.Cell css={number}>{price === null ? '–' : formatTonnes(qty, locale)}</Table.Cell>
              <Table.Cell css={number}>{price === null ? <Both text={msg`Not available`} /> : money(price)}</Table.Cell>
              <Table.Cell css={number}>{total === null ? '–' : money(total)}</Table.Cell>
            </Table.Row>
          )
        })}
        {offer.charges?.map(({ label, amount }, at) => (
          // charges have no ids and never change their order
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Table.Row key={at}>
            <Table.Cell colSpan={3} css={{ ...cell, ...plain, textAlign: 'end' }}>
              {label}
            </Table.Cell>
            <Table.Cell css={{ ...number, ...plain }}>{money(amount)}</Table.Cell>
          </Table.Row>
        ))}
        <Table.Row css={{ fontWeight: 'bold' }}>
          <Table.Cell colSpan={3} css={{ ...cell, ...plain, textAlign: 'end', fontSize: '11pt' }}>
            <Both text={msg`Total`} />
          </Table.Cell>
          <Table.Cell css={{ ...number, ...plain, fontSize: '11pt' }}>{money(offer.total)}</Table.Cell>
        </Table.Row>
      </Table.Body>
    </Table.Root>
  )
}

function Head({ text, isNumber = false }: { text: MessageDescriptor; isNumber?: boolean }) {
  return (
    <Table.ColumnHeader css={{ ...(isNumber ? number : cell), whiteSpace: 'normal', fontSize: '8.5pt' }}>
      <Both text={text} />
    </Table.ColumnHeader>
  )
}
