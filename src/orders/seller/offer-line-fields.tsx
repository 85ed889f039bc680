import { Button, Flex, Heading, type SystemStyleObject, Table } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ClipboardEvent, KeyboardEvent, ReactNode } from 'react'
import { formatMoney, lineTotal } from '../../../contract/texts/money.ts'
import { Form, FormFailure, SubmitButton } from '../../forms/form.tsx'
import type { FormHandle } from '../../forms/form-types.ts'
import { formatTonnes } from '../../i18n/numbers.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { ButtonRow } from '../../ui/buttons.tsx'
import { actionsEdge, atBottomEdge } from '../../ui/feedback/bottom-edge.ts'
import { TableFrame } from '../../ui/rows/table-cards.tsx'
import { itemName } from '../shown-order.ts'
import { OfferRow, offerColumns, type RowErrors, type RowMode, rowControls, TakeIt } from './offer-row.tsx'
import type { AskedLine, PricedRows, pricedRows } from './offer-values.ts'

// outside the component: a new ref callback in each render would take the focus again
function focusOnMount(node: HTMLElement | null) {
  node?.focus()
  // the focus alone does not scroll where only its heading is in sight
  node?.scrollIntoView({ block: 'start' })
}

interface PriceFormProps {
  form: Omit<FormHandle<object>, 'field' | 'change'>
  heading: string
  /** by default its heading */
  label?: string
  /** somebody has just asked for it */
  takesFocus?: boolean
  sums: ReactNode
  submit: string
  onCancel: () => void
  children: ReactNode
}

/** A form of prices, whose sums and buttons stay at the bottom edge of the window. */
export function PriceForm(props: PriceFormProps) {
  const { form, heading, label = heading, takesFocus = true, sums, submit, onCancel, children } = props
  return (
    <Form form={form} label={label}>
      <Heading
        as="h2"
        ref={takesFocus ? focusOnMount : undefined}
        tabIndex={-1}
        fontSize="xl"
        fontWeight="medium"
        scrollMarginTop="10rem"
      >
        {heading}
      </Heading>
      {children}
      <FormFailure form={form} />
      <Flex
        ref={actionsEdge}
        css={atBottomEdge}
        wrap="wrap"
        justify="space-between"
        align="center"
        gap="3"
        marginInline="calc(-1 * clamp(1.125rem, 3vw, 1.75rem))"
        paddingInline="clamp(1.125rem, 3vw, 1.75rem)"
        paddingBlock="3"
        bg="bg.panel"
        borderTop="1px solid {colors.border}"
      >
        {sums}
        <ButtonRow>
          <Button onClick={onCancel}>
            <Trans comment="button: closes a form; what was typed stays on the device">Cancel</Trans>
          </Button>
          <SubmitButton form={form}>{submit}</SubmitButton>
        </ButtonRow>
      </Flex>
    </Form>
  )
}

interface OfferLinesProps extends RowMode {
  form: Pick<FormHandle<PricedRows>, 'id' | 'values' | 'field'>
  lines: readonly AskedLine[]
  priced: ReturnType<typeof pricedRows>
  /** what was asked for or offered of each product; by default the tonnes that were asked for */
  about?: ReadonlyMap<string, string>
  hints: ReadonlyMap<string, string>
  /** the id of the control after the last line, for the Enter key */
  nextId: string
  onPaste?: (row: number, pasted: string) => boolean
}

const onPhone: SystemStyleObject = { mdDown: { display: 'block', border: '0', bg: 'none', boxShadow: 'none' } }

/** The table handles the changes of its memoized rows, so that only a changed row renders and a form of 60 lines stays fast. */
export function OfferLines(props: OfferLinesProps) {
  const { form, lines, priced, taking, inParts = false, about, hints, nextId, onPaste } = props
  const { t } = useLingui()
  const locale = useLocale()
  const { currency } = form.values

  function onChange({ target }: { target: EventTarget }) {
    const cell = cellOf(target)
    if (cell?.name === 'isMissing') tick(cell.row, cell.input.checked)
    else if (cell) form.field('lines', cell.row, cell.name).set(cell.input.value)
  }
  /** Of a product and its alternatives a buyer takes one. */
  function tick(row: number, isTicked: boolean) {
    form.field('lines', row, 'isMissing').set(isTicked !== Boolean(taking))
    const askedFor = priced.map(({ fishe, alternativeTo = fishe }) => alternativeTo)
    for (const [at, each] of askedFor.entries())
      if (taking && isTicked && at !== row && each === askedFor[row]) form.field('lines', at, 'isMissing').set(true)
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
    if (onPaste?.(cell.row, event.clipboardData.getData('text/plain'))) event.preventDefault()
  }

  const askedText = ({ qty }: AskedLine) => {
    const asked = formatTonnes(qty, locale)
    return t({ message: `asked: ${asked}`, comment: 'the quantity that the buyer asked for' })
  }
  const titles = Object.values(offerColumns).map((title) => t(title))
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
              <Table.ColumnHeader key={title} role="columnheader" scope="col" verticalAlign="bottom" lineHeight="1.3">
                {title}
              </Table.ColumnHeader>
            ))}
            <Table.ColumnHeader role="columnheader" scope="col" verticalAlign="bottom" lineHeight="1.3">
              {taking ? <TakeIt /> : <Trans>Not available</Trans>}
            </Table.ColumnHeader>
          </Table.Row>
        </Table.Header>
        <Table.Body role="rowgroup" css={{ mdDown: { display: 'block' } }}>
          {lines.map((line, at) => {
            const { fishe } = line
            const { price = null, qty = 0 } = priced[at] ?? {}
            const row = form.values.lines[at]
            if (!row) return null
            const { product: _, alternativeTo: __, ...values } = row
            const errors = rowControls.map((name) => [`${name}Error`, form.field('lines', at, name).error ?? ''])
            return (
              <OfferRow
                key={fishe}
                {...{ line, taking, inParts }}
                name={itemName(lines, fishe, locale)}
                about={about?.get(fishe) ?? askedText(line)}
                prefix={`${form.id}lines/${at}/`}
                currency={currency}
                {...values}
                total={price === null ? '' : formatMoney(lineTotal(price, qty), currency, locale)}
                hint={hints.get(fishe) ?? ''}
                // there is one for each control
                {...(Object.fromEntries(errors) as RowErrors)}
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
  const name = rowControls.find((each) => each === target.name)
  const row = target.closest('tr')?.sectionRowIndex
  return name && row !== undefined ? { input: target, name, row } : undefined
}
