import { Box, Checkbox, Flex, Input, type SystemStyleObject, Table } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { memo } from 'react'
import { formatTonnes } from '../../i18n/numbers.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { lineTitle } from '../../parts/offers/thread-offers.ts'
import { coversControl } from '../../ui/forms/checkbox-field.tsx'
import { Message } from '../../ui/forms/message.tsx'
import { dataTitle, SecondaryText } from '../../ui/rows/table-cards.tsx'
import { handledByTable, Remark } from './offer-remark.tsx'
import type { AskedLine } from './offer-values.ts'

interface OfferRowProps {
  line: AskedLine
  /** the product's name, by which its fields are called */
  name: string
  /** starts the ids of the row's controls */
  prefix: string
  currency: string
  qty: string
  price: string
  note: string
  isMissing: boolean
  /** price times tonnes, formatted; empty without a price */
  total: string
  hint: string
  qtyError: string
  priceError: string
  missingError: string
  noteError: string
}

const card: SystemStyleObject = {
  mdDown: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '2.5',
    paddingBlock: '4',
    borderTop: '1px solid {colors.border}',
  },
}
const cell: SystemStyleObject = {
  verticalAlign: 'top',
  // two beside each other, where a long total leaves room for that
  mdDown: { display: 'block', flex: '1 1 calc(50% - 0.3125rem)', padding: '0', borderBottom: '0' },
}
/** With the column's title above the control: on a phone the table has no header. */
const titled: SystemStyleObject = {
  ...cell,
  mdDown: {
    ...cell.mdDown,
    _before: { ...dataTitle, display: 'block', color: 'fg.muted', fontSize: 'sm', mb: '1' },
  },
}
/** Wide enough for the most tonnes, and for a price of seven digits. */
const tonnes: SystemStyleObject = { ...titled, md: { minW: '7.875rem' } }
const perTonne: SystemStyleObject = { ...titled, md: { minW: '7rem' } }
const wide: SystemStyleObject = { ...cell, mdDown: { ...cell.mdDown, flexBasis: '100%' } }
const sum: SystemStyleObject = {
  ...titled,
  lineHeight: '2.75rem',
  whiteSpace: 'nowrap',
  textAlign: { md: 'end' },
  fontWeight: 'semibold',
  mdDown: { ...titled.mdDown, lineHeight: '1.5' },
}

/** The row of one product of an offer. */
export const OfferRow = memo(function OfferRow(props: OfferRowProps) {
  const { line, name, prefix, currency, isMissing, qtyError, priceError, missingError, hint } = props
  const { t } = useLingui()
  const locale = useLocale()
  const title = lineTitle([line], line.fishe, locale)
  const asked = formatTonnes(line.qty, locale)
  const idOf = (field: string) => prefix + field
  const priceId = idOf('price')
  const number = { inputMode: 'decimal', autoComplete: 'off', maxLength: 24, textAlign: 'end', px: '2.5' } as const
  return (
    <Table.Row role="row" css={card}>
      <Table.Cell as="th" role="rowheader" scope="row" css={wide}>
        <Box id={idOf('name')} fontWeight="semibold" lineHeight="1.3" overflowWrap="anywhere">
          {title.name}
        </Box>
        {title.facts && <SecondaryText>{title.facts}</SecondaryText>}
        <SecondaryText>
          <Trans comment="the quantity that the buyer asked for">asked: {asked}</Trans>
          {line.note && <> · “{line.note}”</>}
        </SecondaryText>
        <Remark id={idOf('note')} name={name} text={props.note} error={props.noteError} />
      </Table.Cell>
      <Table.Cell
        role="cell"
        css={tonnes}
        data-title={t({ message: 'Tonnes', comment: 'column: the quantity that is offered' })}
      >
        <Input
          {...number}
          id={idOf('qty')}
          name="qty"
          aria-label={t`Quantity of ${name}`}
          aria-invalid={qtyError !== ''}
          aria-describedby={`${idOf('qty')}-error`}
          disabled={isMissing}
          value={props.qty}
          onChange={handledByTable}
        />
        <Message id={`${idOf('qty')}-error`}>{qtyError}</Message>
      </Table.Cell>
      <Table.Cell role="cell" css={perTonne} data-title={`${t`Price per tonne`} (${currency})`}>
        <Input
          {...number}
          id={priceId}
          name="price"
          aria-label={t`Price per tonne of ${name}`}
          aria-invalid={priceError !== ''}
          aria-describedby={`${priceId}-hint ${priceId}-error`}
          disabled={isMissing}
          value={props.price}
          onChange={handledByTable}
        />
        <Box id={`${priceId}-hint`} color="fg.muted" fontSize="xs" lineHeight="1.3" mt="1" _empty={{ display: 'none' }}>
          {!isMissing && hint}
        </Box>
        <Message id={`${priceId}-error`}>{priceError}</Message>
      </Table.Cell>
      <Table.Cell role="cell" css={sum} data-title={t({ message: 'Total', comment: 'column: price times tonnes' })}>
        {isMissing ? '–' : props.total || '–'}
      </Table.Cell>
      <Table.Cell role="cell" css={cell}>
        <Flex direction="column" align={{ md: 'center' }}>
          <Checkbox.Root
            checked={isMissing}
            ids={{ hiddenInput: idOf('isMissing'), label: `${idOf('isMissing')}-label` }}
          >
            <Checkbox.HiddenInput
              name="isMissing"
              aria-labelledby={`${idOf('isMissing')}-label ${idOf('name')}`}
              aria-describedby={`${idOf('isMissing')}-error`}
              style={coversControl}
            />
            <Checkbox.Control />
            <Checkbox.Label hideFrom="md" fontWeight="normal">
              <Trans>Not available</Trans>
            </Checkbox.Label>
          </Checkbox.Root>
          <Message id={`${idOf('isMissing')}-error`}>{missingError}</Message>
        </Flex>
      </Table.Cell>
    </Table.Row>
  )
})
