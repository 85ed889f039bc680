import { msg } from '@lingui/core/macro'
import { limits } from '../../../contract/limits.ts'
import type { Locale } from '../../../contract/locales.ts'
import { type Lot, type LotWeight, lotKey, sumKilograms, wrongLots } from '../../../contract/lots.ts'
import type { Offer } from '../../../contract/offers.ts'
import type { OrderEvent } from '../../../contract/order-events.ts'
import type { LoadedLine } from '../../../contract/shipment/milestones.ts'
import { countedReports } from '../../../contract/shipment/shipment-state.ts'
import { plainNumber } from '../../../contract/texts/quantity.ts'
import { fillIn, readKilograms } from '../../forms/amount-rules.ts'
import { filledTexts } from '../../forms/filled-texts.ts'
import type { FieldError, Messages } from '../../forms/form-types.ts'
import { quantityText } from '../../i18n/numbers.ts'
import { isRecord } from '../../lib/record.ts'

const noLot = { product: '', code: '', cartons: '', net: '', gross: '', producedOn: '', bestBefore: '' }

/**
 * A lot of a line as it is typed; `product` is its id, which is no field. An empty `net` means what the cartons weigh, where the product has
 * the net weight of one. The two days are those of a lot that is not in the book.
 */
export type LotRow = typeof noLot

export type KnownLot = Pick<Lot, 'code' | 'fishe' | 'producedOn' | 'bestBefore'>

/** What the form knows beside what is typed. */
export interface Goods {
  locale: Locale
  /** kg in a carton, by product */
  cartonNets: ReadonlyMap<string, number>
  known: readonly KnownLot[]
}

export const emptyLot = (product: string): LotRow => ({ ...noLot, product })
const typedNames = ['code', 'cartons', 'net', 'gross'] as const
/** Whether anything is typed in a row; others are not sent. */
export const isUsed = (row: LotRow) => typedNames.some((name) => row[name].trim() !== '')

export const findLot = (code: string, { known }: Pick<Goods, 'known'>) =>
  known.find((lot) => lotKey(lot.code) === lotKey(code))
export const isNewLot = ({ code }: LotRow, goods: Goods) => code.trim() !== '' && !findLot(code, goods)

function readCartons(text: string): number | undefined {
  const plain = plainNumber(text)
  const value = /^\d{1,7}$/.test(plain) ? Number(plain) : 0
  return value > 0 && value <= limits.cartonsMax ? value : undefined
}

/** What the cartons of a row weigh, kg; undefined where one of the two numbers is missing. */
export function cartonsNet({ product, cartons }: LotRow, { cartonNets }: Pick<Goods, 'cartonNets'>) {
  const [count, each] = [readCartons(cartons), cartonNets.get(product)]
  const kg = count && each ? sumKilograms([count * each]) : 0
  return kg > 0 && kg <= limits.kilogramsMax ? kg : undefined
}

/** What is typed, or suggested where nothing is, kg. */
export const netOf = (row: LotRow, goods: Goods) =>
  row.net.trim() === '' ? cartonsNet(row, goods) : readKilograms(row.net, goods.locale)

export const netSum = (rows: readonly LotRow[], goods: Goods) => sumKilograms(rows.map((row) => netOf(row, goods) ?? 0))

/** A row as the contract wants it; a number that is none is 0. */
function toLot(row: LotRow, goods: Goods): LotWeight {
  return {
    code: row.code.trim(),
    cartons: readCartons(row.cartons) ?? 0,
    net: netOf(row, goods) ?? 0,
    gross: readKilograms(row.gross, goods.locale) ?? 0,
    ...filledTexts(isNewLot(row, goods) ? row : noLot, ['producedOn', 'bestBefore']),
  }
}

/** The line of a product by its lots, whose tonnes are the sum of their nets in whole kilograms; undefined without lots. */
export function lineOfLots(all: readonly LotRow[], product: string, goods: Goods): LoadedLine | undefined {
  const lots = all.filter((row) => row.product === product && isUsed(row)).map((row) => toLot(row, goods))
  const qty = Math.round(sumKilograms(lots.map(({ net }) => net))) / 1000
  return lots.length > 0 ? { fishe: product, qty, lots } : undefined
}

/** What is wrong with the rows: numbers as people type them, then the rules of the contract. */
export function checkLots(all: readonly LotRow[], goods: Goods): Messages<LotRow>[] {
  const byRule = new Map<LotRow, Messages<LotRow>>()
  for (const product of new Set(all.map((row) => row.product))) {
    const rows = all.filter((row) => row.product === product && isUsed(row))
    const line = lineOfLots(all, product, goods)
    for (const { path, ...rule } of line ? wrongLots('lines', [line]) : []) {
      const [, , , at = '', name = ''] = path.split('.')
      const row = rows[Number(at)]
      if (row) byRule.set(row, { [name]: rule })
    }
    const [first] = rows
    if (first && line?.qty === 0)
      byRule.set(first, { net: { rule: 'minimum', params: { limit: 1 } }, ...byRule.get(first) })
  }
  return all.map((row): Messages<LotRow> => (isUsed(row) ? { ...byRule.get(row), ...checkRow(row, goods) } : {}))
}

/** The members that have an error. */
function checkRow(row: LotRow, goods: Goods): Messages<LotRow> {
  const example = quantityText(1842.5, goods.locale)
  const kilograms = msg`Please enter kilograms, such as ${example}`
  const number = (text: string, value: number | undefined, wrong: FieldError) =>
    value !== undefined ? undefined : text.trim() === '' ? fillIn : wrong
  const isOther = (findLot(row.code, goods)?.fishe ?? row.product) !== row.product
  const errors: Messages<LotRow> = {
    code: row.code.trim() === '' ? fillIn : isOther ? { rule: 'lotOfProduct' } : undefined,
    cartons: number(row.cartons, readCartons(row.cartons), msg`Please enter a whole number`),
    net: number(row.net, netOf(row, goods), kilograms),
    gross: number(row.gross, readKilograms(row.gross, goods.locale), kilograms),
  }
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error))
}

const toRow = (product: string, lot: LotWeight, locale: Locale): LotRow => ({
  ...{ product, code: lot.code, cartons: String(lot.cartons) },
  ...{ net: quantityText(lot.net, locale), gross: quantityText(lot.gross, locale) },
  ...{ producedOn: lot.producedOn ?? '', bestBefore: lot.bestBefore ?? '' },
})

export const lotRows = (lines: readonly LoadedLine[], locale: Locale): LotRow[] =>
  lines.flatMap(({ fishe, lots = [] }) => lots.map((lot) => toRow(fishe, lot, locale)))

/** What was packed and is in no container yet, by the reports that count. */
export function leftOfPacked(offer: Offer, events: readonly OrderEvent[]): LoadedLine[] {
  const { of, loads } = countedReports(offer, events)
  const loaded = loads.flatMap((load) => load.loaded?.lines ?? [])
  return (of('packed')?.packed?.lines ?? []).map((line) => ({ ...line, lots: restOf(line, loaded) }))
}

function restOf({ fishe, lots = [] }: LoadedLine, loaded: readonly LoadedLine[]): LotWeight[] {
  const gone = loaded.filter((line) => line.fishe === fishe).flatMap((line) => line.lots ?? [])
  return lots.flatMap((lot) => {
    const same = gone.filter(({ code }) => lotKey(code) === lotKey(lot.code))
    const less = (name: 'cartons' | 'net' | 'gross') => sumKilograms([lot[name], ...same.map((each) => -each[name])])
    const rest = { ...lot, cartons: less('cartons'), net: less('net'), gross: less('gross') }
    return rest.cartons > 0 && rest.net > 0 && rest.gross > 0 ? [rest] : []
  })
}

/** The saved rows of products that are still in the offer. */
export function savedLots(saved: unknown, products: readonly string[]): LotRow[] {
  const rows = Array.isArray(saved) ? saved.filter(isRecord) : []
  return rows.flatMap((row) => {
    const product = products.find((each) => each === row.product)
    if (product === undefined) return []
    const texts = Object.entries(row).filter(([, value]) => typeof value === 'string')
    return [{ ...emptyLot(product), ...Object.fromEntries(texts) }]
  })
}
