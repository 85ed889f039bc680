import { minorDigits } from '../../../contract/money.ts'
import { amountText, readAmount } from '../../i18n/amounts.ts'
import { type AskedLine, amountOf, isPrice, type OfferField, type OfferValues, text } from './offer-values.ts'

/*
 * Prices of many lines at once. Each tool returns the fields that it changes, so that the form can take it back, and the
 * lines that it could not change.
 */

export type PriceChanges = Partial<Record<OfferField, string>>
type Reading = Parameters<typeof readAmount>[1]

interface Priced {
  lines: readonly AskedLine[]
  values: OfferValues
}

export interface ToolResult {
  changes: PriceChanges
  /** how many lines have a new price */
  count: number
  /** the ids of the products that have no price now, or whose pasted text is none */
  wrong: readonly string[]
}

const isAvailable = (values: OfferValues, fishe: string) => text(values, `missing:${fishe}`) === ''

/** Fills the empty prices with the last ones; `prices` are the texts by the product's id. */
export function fillEmpty({ lines, values }: Priced, prices: ReadonlyMap<string, string>): ToolResult {
  const empty = lines.filter(({ fishe }) => isAvailable(values, fishe) && text(values, `price:${fishe}`) === '')
  const found = empty.filter(({ fishe }) => prices.has(fishe))
  const changes = Object.fromEntries(found.map(({ fishe }) => [`price:${fishe}`, prices.get(fishe) ?? '']))
  const wrong = empty.filter(({ fishe }) => !prices.has(fishe)).map(({ fishe }) => fishe)
  return { changes, count: found.length, wrong }
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

/**
 * Fills the prices downwards from a line. An empty cell changes nothing; a text that is not a price is put into its field, where
 * the author sees it. `left`: how many cells were too many.
 */
export function pasteDown(
  { lines, values }: Priced,
  { from, pasted, reading }: { from: string; pasted: string; reading: Reading },
): (ToolResult & { left: number }) | undefined {
  const cells = pastedCells(pasted, values.currency, reading)
  const start = lines.findIndex(({ fishe }) => fishe === from)
  if (!cells || start < 0) return undefined
  const changes: PriceChanges = {}
  const wrong: string[] = []
  for (const [at, cell] of cells.entries()) {
    const line = lines[start + at]
    if (!line || cell === '' || !isAvailable(values, line.fishe)) continue
    const read = readAmount(cell, reading)
    const isGood = read.kind === 'amount' && isPrice(read.minor)
    if (!isGood) wrong.push(line.fishe)
    changes[`price:${line.fishe}`] = isGood ? amountText(read.minor, reading) : cell.slice(0, 24)
  }
  const left = Math.max(0, cells.length - (lines.length - start))
  return { changes, count: Object.keys(changes).length - wrong.length, wrong, left }
}

/** Changes all prices by a number of hundredths of a percent, rounded half up to the minor unit. */
export function changeByPercent({ lines, values }: Priced, hundredths: number, reading: Reading): ToolResult {
  const changes: PriceChanges = {}
  const wrong: string[] = []
  for (const { fishe } of lines) {
    const price = isAvailable(values, fishe) ? amountOf(values, `price:${fishe}`, reading) : undefined
    if (price === undefined) continue
    const next = price.kind === 'amount' ? scaled(price.minor, hundredths) : -1
    if (isPrice(next)) changes[`price:${fishe}`] = amountText(next, reading)
    else wrong.push(fishe)
  }
  return { changes, count: Object.keys(changes).length, wrong }
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

/** How prices of the form are read. */
export function priceReading({ currency }: Pick<OfferValues, 'currency'>, locale: Reading['locale']): Reading {
  return { locale, digits: minorDigits(currency) }
}
