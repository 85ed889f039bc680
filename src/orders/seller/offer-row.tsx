import { Box, Button, chakra, Flex, Input, type SystemStyleObject, Table } from '@chakra-ui/react'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { memo, useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { TickInput } from '../../forms/checkbox-fields.tsx'
import { Message } from '../../forms/fields.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { dataTitle, SecondaryText } from '../../ui/rows/table-cards.tsx'
import { lineTitle } from '../shown-order.ts'
import type { AskedLine, OfferRowValues } from './offer-values.ts'

/** For the controls of a row, whose changes the table handles (see `OfferLines`). */
const handledByTable = () => undefined

/** The remark on one product: a button until there is one or the button is pressed. */
function Remark({ id, name, text, error }: Record<'id' | 'name' | 'text' | 'error', string>) {
  const { t } = useLingui()
  const [isOpened, setOpened] = useState(false)
  if (!isOpened && text === '' && error === '') {
    return (
      <Button
        variant="plain"
        size="sm"
        // starts with the visible text, for voice control
        aria-label={t`Add a remark on ${name}`}
        fontSize="sm"
        fontWeight="normal"
        onClick={() => setOpened(true)}
      >
        <Trans comment="button: write a remark on one product of an offer">Add a remark</Trans>
      </Button>
    )
  }
  return (
    <>
      <Input
        id={id}
        name="note"
        mt="1.5"
        fontSize="sm"
        fontWeight="normal"
        aria-label={t`Remark on ${name}`}
        aria-invalid={error !== ''}
        aria-describedby={`${id}-error`}
        placeholder={t({ message: 'Remark', comment: 'placeholder: a remark on one product of an offer' })}
        maxLength={limits.lineNoteLength}
        // the field replaces the pressed button, which had the focus
        autoFocus={isOpened && text === ''}
        value={text}
        onChange={handledByTable}
      />
      <Message id={`${id}-error`}>{error}</Message>
    </>
  )
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

interface NumberFieldProps {
  row: OfferRowProps
  name: 'qty' | 'price' | 'least'
  label: string
  hint?: string
}

function NumberField({ row, name, label, hint }: NumberFieldProps) {
  const id = `${row.prefix}${name}`
  const error = row[`${name}Error`]
  return (
    <>
      <Input
        id={id}
        name={name}
        inputMode="decimal"
        autoComplete="off"
        maxLength={24}
        textAlign="end"
        px="2.5"
        aria-label={label}
        aria-invalid={error !== ''}
        aria-describedby={`${id}-hint ${id}-error`}
        value={row[name]}
        disabled={row.isMissing}
        readOnly={name === 'price' && row.taking === 'offered'}
        onChange={handledByTable}
      />
      <Box id={`${id}-hint`} color="fg.muted" fontSize="xs" lineHeight="1.3" mt="1" _empty={{ display: 'none' }}>
        {!row.isMissing && hint}
      </Box>
      <Message id={`${id}-error`}>{error}</Message>
    </>
  )
}

/** The values of a row that have a control. */
export const rowControls = ['qty', 'price', 'note', 'least', 'isMissing'] as const
/** Empty where nothing is wrong. */
export type RowErrors = Record<`${(typeof rowControls)[number]}Error`, string>

export const offerColumns = {
  product: msg`Product`,
  tonnes: msg({ message: 'Tonnes', comment: 'column: the quantity that is offered' }),
  price: msg`Price per tonne`,
  total: msg({ message: 'Total', comment: 'column: price times tonnes' }),
}

/** How rows are filled in. */
export interface RowMode {
  /** the buyer ticks lines of an offer, at the offered or at other prices; absent: the shop makes an offer */
  taking?: 'offered' | 'other' | undefined
  /** the buyer may take some of the lines, and fewer tonnes */
  inParts?: boolean
}

/** `qty`, `price` and `note` are as typed, so that a row whose texts stay is not rendered again. */
interface OfferRowProps extends Omit<OfferRowValues, 'product' | 'alternativeTo'>, RowMode, RowErrors {
  line: AskedLine
  name: string
  /** what was asked for, or offered */
  about: string
  prefix: string
  currency: string
  /** price times tonnes, formatted; empty without a price */
  total: string
  hint: string
}

export const OfferRow = memo(function OfferRow(props: OfferRowProps) {
  const { line, name, about, prefix, currency, isMissing, taking } = props
  const { t } = useLingui()
  const locale = useLocale()
  const title = lineTitle([line], line.fishe, locale)
  const missingId = `${prefix}isMissing`
  return (
    <Table.Row role="row" css={card}>
      <Table.Cell as="th" role="rowheader" scope="row" css={wide}>
        <Box id={`${prefix}name`} fontWeight="semibold" lineHeight="1.3" overflowWrap="anywhere">
          {title.name}
        </Box>
        {title.facts && <SecondaryText>{title.facts}</SecondaryText>}
        <SecondaryText>
          {about}
          {line.note && <> · “{line.note}”</>}
        </SecondaryText>
        {!taking && <Remark id={`${prefix}note`} name={name} text={props.note} error={props.noteError} />}
      </Table.Cell>
      <Table.Cell role="cell" css={tonnes} data-title={t(offerColumns.tonnes)}>
        <NumberField row={props} name="qty" label={t`Quantity of ${name}`} />
        {props.inParts && (
          <NumberField
            row={props}
            name="least"
            label={t`Fewest tonnes of ${name}`}
            hint={t({ message: 'at least', comment: 'below a field: the fewest tonnes that a buyer can take' })}
          />
        )}
      </Table.Cell>
      <Table.Cell role="cell" css={perTonne} data-title={`${t(offerColumns.price)} (${currency})`}>
        <NumberField row={props} name="price" label={t`Price per tonne of ${name}`} hint={props.hint} />
      </Table.Cell>
      <Table.Cell role="cell" css={sum} data-title={t(offerColumns.total)}>
        {isMissing ? '–' : props.total || '–'}
      </Table.Cell>
      <Table.Cell role="cell" css={cell}>
        <Flex direction="column" align={{ md: 'center' }}>
          <Flex as="label" align="center" gap="3" minHeight="11">
            <TickInput
              id={missingId}
              type="checkbox"
              name="isMissing"
              checked={taking ? !isMissing : isMissing}
              onChange={handledByTable}
              aria-labelledby={`${missingId}-label ${prefix}name`}
              aria-describedby={`${missingId}-error`}
            />
            <chakra.span id={`${missingId}-label`} hideFrom="md">
              {taking ? <TakeIt /> : <Trans>Not available</Trans>}
            </chakra.span>
          </Flex>
          <Message id={`${missingId}-error`}>{props.isMissingError}</Message>
        </Flex>
      </Table.Cell>
    </Table.Row>
  )
})

export const TakeIt = () => <Trans comment="column of ticks: the lines of an offer that the buyer takes">Take it</Trans>
