import { Box, Button, chakra, Flex, Input, type SystemStyleObject, Table } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ClipboardEvent, type KeyboardEvent, memo, useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { formatMoney, lineTotal } from '../../../contract/texts/money.ts'
import { TickInput } from '../../forms/checkbox-fields.tsx'
import { Message } from '../../forms/fields.tsx'
import type { FormHandle } from '../../forms/form-types.ts'
import { formatTonnes } from '../../i18n/numbers.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { dataTitle, SecondaryText, TableFrame } from '../../ui/rows/table-cards.tsx'
import { itemName, lineTitle } from '../shown-order.ts'
import type { AskedLine, OfferRowValues, OfferValues, pricedSoFar } from './offer-values.ts'

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

interface NumberFieldProps extends Record<'id' | 'label' | 'value' | 'error', string> {
  name: 'qty' | 'price'
  disabled: boolean
  hint?: string
}

function NumberField({ id, name, label, value, error, disabled, hint }: NumberFieldProps) {
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
        disabled={disabled}
        value={value}
        onChange={handledByTable}
      />
      <Box id={`${id}-hint`} color="fg.muted" fontSize="xs" lineHeight="1.3" mt="1" _empty={{ display: 'none' }}>
        {!disabled && hint}
      </Box>
      <Message id={`${id}-error`}>{error}</Message>
    </>
  )
}

/** `qty`, `price` and `note` are as typed, so that a row whose texts stay is not rendered again. */
interface OfferRowProps extends Omit<OfferRowValues, 'product'> {
  line: AskedLine
  name: string
  prefix: string
  currency: string
  /** price times tonnes, formatted; empty without a price */
  total: string
  hint: string
  qtyError: string
  priceError: string
  missingError: string
  noteError: string
}

const OfferRow = memo(function OfferRow(props: OfferRowProps) {
  const { line, name, prefix, currency, isMissing } = props
  const { t } = useLingui()
  const locale = useLocale()
  const title = lineTitle([line], line.fishe, locale)
  const asked = formatTonnes(line.qty, locale)
  const missingId = `${prefix}isMissing`
  return (
    <Table.Row role="row" css={card}>
      <Table.Cell as="th" role="rowheader" scope="row" css={wide}>
        <Box id={`${prefix}name`} fontWeight="semibold" lineHeight="1.3" overflowWrap="anywhere">
          {title.name}
        </Box>
        {title.facts && <SecondaryText>{title.facts}</SecondaryText>}
        <SecondaryText>
          <Trans comment="the quantity that the buyer asked for">asked: {asked}</Trans>
          {line.note && <> · “{line.note}”</>}
        </SecondaryText>
        <Remark id={`${prefix}note`} name={name} text={props.note} error={props.noteError} />
      </Table.Cell>
      <Table.Cell
        role="cell"
        css={tonnes}
        data-title={t({ message: 'Tonnes', comment: 'column: the quantity that is offered' })}
      >
        <NumberField
          id={`${prefix}qty`}
          name="qty"
          label={t`Quantity of ${name}`}
          value={props.qty}
          error={props.qtyError}
          disabled={isMissing}
        />
      </Table.Cell>
      <Table.Cell role="cell" css={perTonne} data-title={`${t`Price per tonne`} (${currency})`}>
        <NumberField
          id={`${prefix}price`}
          name="price"
          label={t`Price per tonne of ${name}`}
          value={props.price}
          error={props.priceError}
          disabled={isMissing}
          hint={props.hint}
        />
      </Table.Cell>
      <Table.Cell role="cell" css={sum} data-title={t({ message: 'Total', comment: 'column: price times tonnes' })}>
        {isMissing ? '–' : props.total || '–'}
      </Table.Cell>
      <Table.Cell role="cell" css={cell}>
        <Flex direction="column" align={{ md: 'center' }}>
          <Flex as="label" align="center" gap="3" minHeight="11">
            <TickInput
              id={missingId}
              type="checkbox"
              name="isMissing"
              checked={isMissing}
              onChange={handledByTable}
              aria-labelledby={`${missingId}-label ${prefix}name`}
              aria-describedby={`${missingId}-error`}
            />
            <chakra.span id={`${missingId}-label`} hideFrom="md">
              <Trans>Not available</Trans>
            </chakra.span>
          </Flex>
          <Message id={`${missingId}-error`}>{props.missingError}</Message>
        </Flex>
      </Table.Cell>
    </Table.Row>
  )
})

interface OfferLinesProps {
  form: FormHandle<OfferValues>
  lines: readonly AskedLine[]
  priced: ReturnType<typeof pricedSoFar>['lines']
  hints: ReadonlyMap<string, string>
  /** the id of the control after the last line, for the Enter key */
  nextId: string
  onPaste: (row: number, pasted: string) => boolean
}

const onPhone: SystemStyleObject = { mdDown: { display: 'block', border: '0', bg: 'none', boxShadow: 'none' } }

/** The table handles the changes of its memoized rows, so that only a changed row renders and a form of 60 lines stays fast. */
export function OfferLines({ form, lines, priced, hints, nextId, onPaste }: OfferLinesProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const { currency } = form.values

  function onChange({ target }: { target: EventTarget }) {
    const cell = cellOf(target)
    if (cell?.name === 'isMissing') form.field('lines', cell.row, 'isMissing').set(cell.input.checked)
    else if (cell) form.field('lines', cell.row, cell.name).set(cell.input.value)
  }
  function onKeyDown(event: KeyboardEvent<HTMLTableElement>) {
    const { target, key, currentTarget } = event
    const step = key === 'Enter' || key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
    if (step === 0 || !(target instanceof HTMLInputElement) || target.type === 'checkbox') return
    // Enter must not send a half-typed offer
    event.preventDefault()
    const cells = [...currentTarget.querySelectorAll<HTMLInputElement>(`input[name="${target.name}"]:enabled`)]
    const to = cells[cells.indexOf(target) + step]
    if (to) to.focus()
    else if (key === 'Enter') document.getElementById(nextId)?.focus()
    to?.select()
  }

  function onPasteInto(event: ClipboardEvent<HTMLTableElement>) {
    const cell = cellOf(event.target)
    if (cell?.name !== 'price') return
    if (onPaste(cell.row, event.clipboardData.getData('text/plain'))) event.preventDefault()
  }

  const titles = [
    t`Product`,
    t({ message: 'Tonnes', comment: 'column: the quantity that is offered' }),
    t`Price per tonne`,
    t({ message: 'Total', comment: 'column: price times tonnes' }),
    t`Not available`,
  ]
  return (
    <TableFrame>
      <Table.Root
        role="table"
        variant="line"
        css={onPhone}
        onChange={onChange}
        onKeyDown={onKeyDown}
        onPaste={onPasteInto}
      >
        <Table.Caption srOnly>{t`Products and prices`}</Table.Caption>
        <Table.Header role="rowgroup" css={{ mdDown: { srOnly: true } }}>
          <Table.Row role="row">
            {titles.map((title) => (
              <Table.ColumnHeader
                key={title}
                role="columnheader"
                scope="col"
                css={{ verticalAlign: 'bottom', lineHeight: '1.3' }}
              >
                {title}
              </Table.ColumnHeader>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body role="rowgroup" css={{ mdDown: { display: 'block' } }}>
          {lines.map((line, at) => {
            const { fishe } = line
            const { price = null, qty = 0 } = priced[at] ?? {}
            const row = form.values.lines[at]
            if (!row) return null
            const { product: _, ...values } = row
            const errorOf = (name: 'qty' | 'price' | 'isMissing' | 'note') => form.field('lines', at, name).error ?? ''
            return (
              <OfferRow
                key={fishe}
                line={line}
                name={itemName(lines, fishe, locale)}
                prefix={`${form.id}lines/${at}/`}
                currency={currency}
                {...values}
                total={price === null ? '' : formatMoney(lineTotal(price, qty), currency, locale)}
                hint={hints.get(fishe) ?? ''}
                qtyError={errorOf('qty')}
                priceError={errorOf('price')}
                missingError={errorOf('isMissing')}
                noteError={errorOf('note')}
              />
            )
          })}
        </Table.Body>
      </Table.Root>
    </TableFrame>
  )
}

/** The control of a row, and which value of which row it is. */
function cellOf(target: EventTarget) {
  if (!(target instanceof HTMLInputElement)) return undefined
  const name = (['qty', 'price', 'note', 'isMissing'] as const).find((each) => each === target.name)
  const row = target.closest('tr')?.sectionRowIndex
  return name && row !== undefined ? { input: target, name, row } : undefined
}
