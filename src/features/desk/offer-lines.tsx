import { type SystemStyleObject, Table } from '@chakra-ui/react'
import { useLingui } from '@lingui/react/macro'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { lineTotal } from '../../../contract/money.ts'
import { formatMoney } from '../../i18n/money.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import type { FormHandle } from '../../ui/forms/form-types.ts'
import { itemName } from '../../ui/offers/thread-offers.ts'
import { OfferRow } from './offer-row.tsx'
import type { AskedLine, OfferField, pricedSoFar } from './offer-values.ts'

interface OfferLinesProps {
  form: FormHandle<OfferField>
  lines: readonly AskedLine[]
  priced: ReturnType<typeof pricedSoFar>['lines']
  /** where the price of a product comes from */
  hints: ReadonlyMap<string, string>
  /** the field after the last line, for the Enter key */
  next: OfferField
  /** takes a column that is pasted into the price of a product; false for a single value */
  onPaste: (fishe: string, pasted: string) => boolean
}

const onPhone: SystemStyleObject = { mdDown: { display: 'block', border: '0', bg: 'none', boxShadow: 'none' } }

/**
 * One row per product. The table handles the changes of all its rows, so that the memoized rows need no handlers and
 * render only when their own values change. A form of 60 lines stays fast.
 */
export function OfferLines({ form, lines, priced, hints, next, onPaste }: OfferLinesProps) {
  const { t } = useLingui()
  const locale = useLocale()
  const { values } = form

  function onChange({ target }: { target: EventTarget }) {
    if (!(target instanceof HTMLInputElement)) return
    // all controls of the rows are fields of the form
    const name = target.name as OfferField
    form.set(name, target.type === 'checkbox' ? (target.checked ? 'true' : '') : target.value)
  }
  function onKeyDown(event: KeyboardEvent<HTMLTableElement>) {
    const { target, key, currentTarget } = event
    const step = key === 'Enter' || key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
    if (step === 0 || !(target instanceof HTMLInputElement) || target.type === 'checkbox') return
    // Enter must not send a half-typed offer
    event.preventDefault()
    const column = target.name.split(':')[0]
    const cells = [...currentTarget.querySelectorAll<HTMLInputElement>(`input[name^="${column}:"]:enabled`)]
    const to = cells[cells.indexOf(target) + step]
    if (to) to.focus()
    else if (key === 'Enter') document.getElementById(form.id(next))?.focus()
    to?.select()
  }

  function onPasteInto(event: ClipboardEvent<HTMLTableElement>) {
    const { target } = event
    if (!(target instanceof HTMLInputElement) || !target.name.startsWith('price:')) return
    if (onPaste(target.name.slice('price:'.length), event.clipboardData.getData('text/plain'))) event.preventDefault()
  }

  const titles = [
    t`Product`,
    t({ message: 'Tonnes', comment: 'column: the quantity that is offered' }),
    t`Price per tonne`,
    t({ message: 'Total', comment: 'column: price times tonnes' }),
    t`Not available`,
  ]
  return (
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
          return (
            <OfferRow
              key={fishe}
              line={line}
              name={itemName(lines, fishe, locale)}
              prefix={form.id('' as OfferField)}
              currency={values.currency}
              qty={values[`qty:${fishe}`] ?? ''}
              price={values[`price:${fishe}`] ?? ''}
              remark={values[`remark:${fishe}`] ?? ''}
              isMissing={values[`missing:${fishe}`] === 'true'}
              total={price === null ? '' : formatMoney(lineTotal(price, qty), values.currency, locale)}
              hint={hints.get(fishe) ?? ''}
              qtyError={form.error(`qty:${fishe}`) ?? ''}
              priceError={form.error(`price:${fishe}`) ?? ''}
              missingError={form.error(`missing:${fishe}`) ?? ''}
              remarkError={form.error(`remark:${fishe}`) ?? ''}
            />
          )
        })}
      </Table.Body>
    </Table.Root>
  )
}
