import { Box, Button, Field, Flex, Input, Text } from '@chakra-ui/react'
import { ph } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Locale } from '../../../contract/locales.ts'
import { amountOf, isPrice } from '../../forms/amount-rules.ts'
import { Message } from '../../forms/fields.tsx'
import type { FormHandle } from '../../forms/form-types.ts'
import type { Reading } from '../../i18n/amounts.ts'
import { amountText, readAmount } from '../../i18n/amounts.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { itemName } from '../shown-order.ts'
import { type AskedLine, filledRows, type OfferRowValues, type OfferValues, readingOf } from './offer-values.ts'

// Each tool returns the prices that it changes, so that they can be undone, and the lines that it could not change.

type PriceChanges = ReadonlyMap<number, string>

interface ToolResult {
  changes: PriceChanges
  count: number
  /** the ids of the products that have no price now, or whose pasted text is none */
  wrong: readonly string[]
  /** pasted cells for which there was no line */
  left?: number
}

function withPrices(rows: readonly OfferRowValues[], changes: PriceChanges): OfferRowValues[] {
  return rows.map((row, at) => ({ ...row, price: changes.get(at) ?? row.price }))
}

/** Fills the empty prices with the last ones; `prices` are the texts by the product's id. */
export function fillEmpty(rows: readonly OfferRowValues[], prices: ReadonlyMap<string, string>): ToolResult {
  const changes = new Map<number, string>()
  const wrong: string[] = []
  for (const [at, { isMissing, price, product }] of rows.entries()) {
    if (isMissing || price.trim() !== '') continue
    const last = prices.get(product)
    if (last === undefined) wrong.push(product)
    else changes.set(at, last)
  }
  return { changes, count: changes.size, wrong }
}

/** A spreadsheet copies a price with its currency: `€ 1,850.00`, `1 850,00 EUR`. */
function withoutCurrency(cell: string, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  const symbol = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency
  return cell.replace(currency, '').replace(symbol, '').trim()
}

/** The cells copied from a spreadsheet, of each row the first number; undefined for a single cell. */
export function pastedCells(pasted: string, currency: string, reading: Reading): string[] | undefined {
  const rows = pasted
    .replace(/\r\n?/g, '\n')
    .replace(/\n+$/, '')
    .split('\n')
    .map((row) => row.split('\t').map((cell) => withoutCurrency(cell, currency)))
  const [first = []] = rows
  if (rows.length === 1) return first.length > 1 ? first : undefined
  return rows.map(
    (cells) => cells.find((cell) => readAmount(cell, reading).kind === 'amount') ?? cells.find(Boolean) ?? '',
  )
}

/** Fills the prices downwards from a row, also with texts that are no price, which their author then sees. */
export function pasteDown(
  { lines, currency }: Pick<OfferValues, 'lines' | 'currency'>,
  { from, pasted, reading }: { from: number; pasted: string; reading: Reading },
): ToolResult | undefined {
  const cells = pastedCells(pasted, currency, reading)
  if (!cells) return undefined
  const changes = new Map<number, string>()
  const wrong: string[] = []
  for (const [down, cell] of cells.entries()) {
    const row = lines[from + down]
    if (!row || cell === '' || row.isMissing) continue
    const read = readAmount(cell, reading)
    const isGood = read.kind === 'amount' && isPrice(read.minor)
    if (!isGood) wrong.push(row.product)
    changes.set(from + down, isGood ? amountText(read.minor, reading) : cell.slice(0, 24))
  }
  const left = Math.max(0, cells.length - (lines.length - from))
  return { changes, count: changes.size - wrong.length, wrong, left }
}

/** Changes all prices by a number of hundredths of a percent, rounded half up to the minor unit. */
export function changeByPercent(rows: readonly OfferRowValues[], hundredths: number, reading: Reading): ToolResult {
  const changes = new Map<number, string>()
  const wrong: string[] = []
  for (const [at, row] of rows.entries()) {
    const price = row.isMissing ? undefined : amountOf(row.price, reading)
    if (price === undefined) continue
    const next = price.kind === 'amount' ? scaled(price.minor, hundredths) : -1
    if (price.kind === 'amount' && next === price.minor) continue
    if (isPrice(next)) changes.set(at, amountText(next, reading))
    else wrong.push(row.product)
  }
  return { changes, count: changes.size, wrong }
}

function scaled(minor: number, hundredths: number): number {
  if (minor < 0) return -1
  return Number((BigInt(minor) * BigInt(10_000 + hundredths) + 5000n) / 10_000n)
}

/** A percentage as it is typed, `-2.5` or `+3`, in hundredths; undefined for anything else and for what makes prices negative. */
export function readPercent(typed: string, locale: Reading['locale']): number | undefined {
  const read = readAmount(typed.replace(/%\s*$/, '').replace(/^\s*\+/, ''), { locale, digits: 2 })
  return read.kind === 'amount' && read.minor > -10_000 && read.minor <= 100_000 ? read.minor : undefined
}

const namedProducts = 4

interface PriceToolsOptions {
  form: FormHandle<OfferValues>
  lines: readonly AskedLine[]
  lastPrices: ReadonlyMap<string, string>
}

type PriceTools = ReturnType<typeof usePriceTools>

/** The tools that price many lines at once, each of which can be undone; `summary` describes what the last one changed. */
export function usePriceTools({ form, lines, lastPrices }: PriceToolsOptions) {
  const locale = useLocale()
  const { values } = form
  const rows = filledRows(values)
  const reading = readingOf(values, locale)
  // what each tool replaced and wrote, the last one at the end
  const [steps, setSteps] = useState<{ before: PriceChanges; after: PriceChanges }[]>([])
  const [summary, setSummary] = useState<ReactNode>()
  const names = (ids: readonly string[]) => namesOf(lines, ids, locale)

  function run({ changes, count, wrong, left = 0 }: ToolResult, sentence: ReactNode) {
    if (changes.size > 0) {
      const before = new Map([...changes.keys()].map((at) => [at, values.lines[at]?.price ?? '']))
      form.change({ lines: withPrices(values.lines, changes) })
      setSteps([...steps, { before, after: changes }])
    }
    setSummary(
      <>
        <Plural value={count} one="# price changed." other="# prices changed." />
        {wrong.length > 0 && <> {sentence}</>}
        {left > 0 && ' '}
        {left > 0 && (
          <Plural
            value={left}
            one="# pasted value no longer has a line."
            other="# pasted values no longer have a line."
          />
        )}
      </>,
    )
  }
  return {
    summary,
    canUndo: steps.length > 0,
    fill() {
      const result = fillEmpty(rows, lastPrices)
      run(
        result,
        <Trans>
          No earlier price in {ph({ currency: values.currency })}: {ph({ names: names(result.wrong) })}.
        </Trans>,
      )
    },
    /** False for a single value, which the field takes itself. */
    paste(from: number, pasted: string): boolean {
      const result = pasteDown({ ...values, lines: rows }, { from, pasted, reading })
      if (!result) return false
      run(result, <Trans>Not a price: {ph({ names: names(result.wrong) })}.</Trans>)
      return true
    },
    /** False where the text is no percentage. */
    changeBy(typed: string): boolean {
      const hundredths = readPercent(typed, locale)
      if (hundredths === undefined) return false
      const result = changeByPercent(rows, hundredths, reading)
      run(result, <Trans>Not changed: {ph({ names: names(result.wrong) })}.</Trans>)
      return true
    },
    /** Takes the last tool back; what was typed after it stays. */
    undo() {
      const step = steps.at(-1)
      if (!step) return
      const undone = [...step.before].filter(([at]) => values.lines[at]?.price === step.after.get(at))
      form.change({ lines: withPrices(values.lines, new Map(undone)) })
      setSteps(steps.slice(0, -1))
      const count = undone.length
      setSummary(<Plural value={count} one="# price is as before." other="# prices are as before." />)
    },
  }
}

function namesOf(lines: readonly AskedLine[], ids: readonly string[], locale: Locale): string {
  const named = ids.slice(0, namedProducts).map((id) => itemName(lines, id, locale))
  const rest = ids.length - named.length
  return rest > 0 ? `${named.join(', ')}, … (+${rest})` : named.join(', ')
}

export function PriceToolsRow({ tools }: { tools: PriceTools }) {
  const { t } = useLingui()
  const id = useId()
  const group = useRef<HTMLDivElement>(null)
  const [percent, setPercent] = useState('')
  const [isWrong, setWrong] = useState(false)
  function change() {
    const isDone = tools.changeBy(percent)
    setWrong(!isDone)
    if (isDone) setPercent('')
    else document.getElementById(id)?.focus()
  }
  function undo() {
    flushSync(tools.undo)
    // the button may be gone
    if (!group.current?.contains(document.activeElement)) group.current?.focus()
  }
  return (
    <Box ref={group} flex="1 1 20rem" minWidth="0" role="group" tabIndex={-1} aria-label={t`All prices`}>
      <Flex wrap="wrap" gap="3" align="flex-end">
        <Button onClick={tools.fill}>{t`Fill empty prices with the last ones`}</Button>
        {/* the field and its button stay together where there is room */}
        <Flex wrap="wrap" gap="3" align="flex-end">
          <Field.Root id={id} invalid={isWrong} flex="1 1 8.5rem" maxWidth="12rem">
            <Field.Label>
              <Trans comment="label of a field: a percentage by which all prices of an offer are raised or lowered">
                All prices, ± %
              </Trans>
            </Field.Label>
            <Input
              value={percent}
              inputMode="text"
              autoComplete="off"
              maxLength={8}
              placeholder="-2"
              aria-describedby={isWrong ? `${id}-error` : undefined}
              onChange={({ target }) => {
                setPercent(target.value)
                setWrong(false)
              }}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                // it must not send the offer
                event.preventDefault()
                change()
              }}
            />
          </Field.Root>
          <Button onClick={change}>
            <Trans comment="button: changes all prices of an offer by the percentage in the field before it">
              Change prices
            </Trans>
          </Button>
        </Flex>
        {tools.canUndo && (
          <Button onClick={undo}>
            <Trans context="takes the last change of many prices back">Undo</Trans>
          </Button>
        )}
      </Flex>
      <Message id={`${id}-error`}>{isWrong && t`Please enter a percentage, such as 2.5 or -3`}</Message>
      <Text role="status" color="fg.muted" fontSize="sm" mt="2" overflowWrap="anywhere" _empty={{ display: 'none' }}>
        {tools.summary}
      </Text>
    </Box>
  )
}
