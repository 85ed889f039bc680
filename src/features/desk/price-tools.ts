import { amountText, readAmount } from '../../i18n/amounts.ts'
import { amountOf, isPrice, type OfferRowValues, type OfferValues, type Reading } from './offer-values.ts'

/*
 * Prices of many lines at once. Each tool returns the prices that it changes, so that the form can take them back, and the
 * lines that it could not change.
 */

/** The new text of a price, by the number of its row. */
export type PriceChanges = ReadonlyMap<number, string>

export interface ToolResult {
  changes: PriceChanges
  /** how many lines have a new price */
  count: number
  /** the ids of the products that have no price now, or whose pasted text is none */
  wrong: readonly string[]
}

/** The rows with the changed prices. */
export function withPrices(rows: readonly OfferRowValues[], changes: PriceChanges): OfferRowValues[] {
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

/**
 * The cells of a column or a row that was copied from a spreadsheet; undefined for a single one. Of several columns, the
 * first cell of each row that has a number counts.
 */
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

interface Paste {
  /** the number of the row that is pasted into */
  from: number
  pasted: string
  reading: Reading
}

/**
 * Fills the prices downwards from a row. An empty cell changes nothing; a text that is not a price is put into its field, where
 * the author sees it. `left`: how many cells were too many.
 */
export function pasteDown(
  { lines, currency }: Pick<OfferValues, 'lines' | 'currency'>,
  { from, pasted, reading }: Paste,
): (ToolResult & { left: number }) | undefined {
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
