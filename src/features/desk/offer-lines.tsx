import { type SystemStyleObject, Table } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { formatMoney, lineTotal } from '../../../contract/texts/money.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { itemName } from '../../parts/offers/thread-offers.ts'
import type { FormHandle } from '../../ui/forms/form-types.ts'
import { TableFrame } from '../../ui/rows/table-cards.tsx'
import { OfferRow } from './offer-row.tsx'
import type { AskedLine, OfferValues, pricedSoFar } from './offer-values.ts'

interface OfferLinesProps {
  form: FormHandle<OfferValues>
  lines: readonly AskedLine[]
  priced: ReturnType<typeof pricedSoFar>['lines']
  /** where the price of a product comes from */
  hints: ReadonlyMap<string, string>
  /** the id of the control after the last line, for the Enter key */
  nextId: string
  /** takes a column that is pasted into the price of a row; false for a single value */
  onPaste: (row: number, pasted: string) => boolean
}

const onPhone: SystemStyleObject = { mdDown: { display: 'block', border: '0', bg: 'none', boxShadow: 'none' } }

/**
 * One row per product. The table handles the changes of all its rows, so that the memoized rows need no handlers and
 * render only when their own values change. A form of 60 lines stays fast.
 */
export function OfferLines({ form, lines, priced, hints, nextId, onPaste }: OfferLinesProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const { values } = form

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
            const row = values.lines[at]
            if (!row) return null
            return (
              <OfferRow
                key={fishe}
                line={line}
                name={itemName(lines, fishe, locale)}
                prefix={`${form.id}lines/${at}/`}
                currency={values.currency}
                qty={row.qty}
                price={row.price}
                note={row.note}
                isMissing={row.isMissing}
                total={price === null ? '' : formatMoney(lineTotal(price, qty), values.currency, locale)}
                hint={hints.get(fishe) ?? ''}
                qtyError={form.field('lines', at, 'qty').error ?? ''}
                priceError={form.field('lines', at, 'price').error ?? ''}
                missingError={form.field('lines', at, 'isMissing').error ?? ''}
                noteError={form.field('lines', at, 'note').error ?? ''}
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
