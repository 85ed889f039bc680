import { isUuid } from '../../contract/fields.ts'
import type { FishType } from '../../contract/fishes.ts'
import { type Locale, locales } from '../../contract/locales.ts'
import { type ColumnName, columnsIn, columnTitles, otherTitles, type SheetOf } from '../i18n/column-titles.ts'
import { readLocalRecord, writeLocal } from '../lib/local-storage.ts'
import { cellText, type Sheet, type TableRow, tableLimits } from '../tables/cells.ts'
import type { TextForm } from '../tables/read-csv.ts'

const typeWords: Record<FishType, readonly string[]> = {
  fish: ['fish', 'finfish', 'poisson', 'poissons', 'pescado', 'pescados', 'pez', 'peces'],
  seafood: [
    ...['seafood', 'shellfish', 'crustacean', 'crustaceans', 'mollusc', 'molluscs', 'mollusk', 'mollusks'],
    ...['cephalopod', 'cephalopods', 'fruits de mer', 'fruit de mer', 'crustacé', 'crustacés', 'mollusque'],
    ...['mollusques', 'coquillage', 'coquillages', 'céphalopode', 'céphalopodes', 'marisco', 'mariscos'],
    ...['crustáceo', 'crustáceos', 'molusco', 'moluscos', 'cefalópodo', 'cefalópodos'],
  ],
}

/** Letters and digits only, in lower case and without accents, so that 'Stock (t)' and 'stock t' are equal. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}

/** The columns by their titles, and by other titles, the surest first: `Stock` before `In stock`. */
function wordsIn(of: SheetOf) {
  const columns = columnsIn[of]
  return {
    byTitle: new Map(
      columns.flatMap((name) =>
        [name, ...locales.map((locale) => columnTitles[name][locale])].map((title) => [plain(title), name] as const),
      ),
    ),
    others: columns.map((name) => [name, (otherTitles[name]?.split(',') ?? []).map(plain)] as const),
  }
}
const titleWords: Record<SheetOf, ReturnType<typeof wordsIn>> = { products: wordsIn('products'), lots: wordsIn('lots') }
/** In a list with names in several languages, each of these is the name in its own. */
const namesByLanguage = new Map<string, ColumnName>([
  [plain(columnTitles.trade_name.fr), 'trade_name_fr'],
  [plain(columnTitles.trade_name.es), 'trade_name_es'],
])

export function matchColumns(titles: readonly string[], of: SheetOf = 'products'): (ColumnName | undefined)[] {
  const { byTitle, others: otherWords } = titleWords[of]
  const findings: ((title: string) => ColumnName | undefined)[] = [
    (title) => (namesByLanguage.has(title) ? undefined : byTitle.get(title)),
    (title) => byTitle.get(title),
    (title) => (of === 'products' ? namesByLanguage.get(title) : undefined),
  ]
  const found: (ColumnName | undefined)[] = titles.map(() => undefined)
  const words = titles.map(plain)
  for (const find of findings) {
    words.forEach((title, at) => {
      const name = find(title)
      if (name && !found[at] && !found.includes(name)) found[at] = name
    })
  }
  for (const [name, others] of otherWords) {
    if (found.includes(name)) continue
    const at = others
      .map((other) => words.findIndex((word, index) => word === other && !found[index]))
      .find((n) => n >= 0)
    if (at !== undefined) found[at] = name
  }
  if (of !== 'products') return found
  // in a list without names, this title has them
  const [name, other] = (['trade_name', 'description'] as const).map((each) => found.indexOf(each))
  if (name === -1 && other !== undefined && other >= 0) found[other] = 'trade_name'
  return found
}

const countMatches = (titles: readonly string[], of: SheetOf) => matchColumns(titles, of).filter(Boolean).length
const textsOf = (row: TableRow | undefined) => (row?.cells ?? []).map(cellText)

/** The row that has the titles, as its place among the rows: the one in which the most are recognised. */
export function findTitles(rows: readonly TableRow[], of: SheetOf = 'products'): number {
  const counts = rows.slice(0, tableLimits.titleRows).map((row) => countMatches(textsOf(row), of))
  return Math.max(0, counts.indexOf(Math.max(...counts)))
}

const countTitles = ({ rows }: Sheet, of: SheetOf) => countMatches(textsOf(rows[findTitles(rows, of)]), of)

const unitOnly = /^\(?(t|mt|tonnes?|kg|g|cm|%|text|texte|texto)?\)?$/i

export interface SheetTable {
  titles: string[]
  rows: TableRow[]
}

/** The table whose titles are in the row at this place, and in the one below it: more words, units or a translation. */
export function tableBelow(rows: readonly TableRow[], titlesAt: number, of: SheetOf = 'products'): SheetTable {
  const [first, second] = [textsOf(rows[titlesAt]), textsOf(rows[titlesAt + 1])]
  const joined = Array.from({ length: Math.max(first.length, second.length) }, (_, at) => {
    const both = [first[at], second[at]].filter(Boolean).join(' ')
    return countMatches([both], of) > 0 ? both : (first[at] ?? '')
  })
  const isJoined = countMatches(joined, of) > countMatches(first, of)
  const isSecondLine =
    isJoined || countMatches(second, of) > 2 || (second.length > 0 && second.every((text) => unitOnly.test(text)))
  return { titles: isJoined ? joined : first, rows: rows.slice(titlesAt + (isSecondLine ? 2 : 1)) }
}

const isYesOrNo =
  /^(0|1|yes|no|y|n|oui|non|o|s[ií]|true|false|vrai|faux|verdadero|falso|in ?stock|instock|outofstock)$/i

/** The fields of a table's columns by their titles, without those whose values are something else. */
function matchTable({ titles, rows }: SheetTable, of: SheetOf): (ColumnName | undefined)[] {
  const { byTitle } = titleWords[of]
  return matchColumns(titles, of).map((name, at) => {
    if (name !== '_id' && name !== 'countInStock') return name
    const values = rows.slice(0, 200).flatMap(({ cells }) => cellText(cells[at]) || [])
    if (values.length === 0) return name
    // the id of another system names no product of this shop
    if (name === '_id') return values.some(isUuid) ? name : undefined
    const isOnlyWhether =
      /stock.+|.+stock|dispon|availab/.test(plain(titles[at] ?? '')) && !byTitle.has(plain(titles[at] ?? ''))
    return isOnlyWhether && values.every((value) => isYesOrNo.test(value)) ? undefined : name
  })
}

export function readType(text: string): FishType | undefined {
  const word = plain(text)
  const types = ['fish', 'seafood'] as const
  return types.find((type) => typeWords[type].some((each) => plain(each) === word))
}

const flagWords: Record<Locale, readonly [yes: string, no: string]> = {
  en: ['yes', 'no'],
  fr: ['oui', 'non'],
  es: ['sí', 'no'],
}
export const flagWord = (flag: boolean, locale: Locale) => flagWords[locale][flag ? 0 : 1]

/** Reads a yes or a no; undefined for anything else. */
export function readFlag(text: string): boolean | undefined {
  if (/^(1|x|yes|y|oui|o|si|true|vrai|verdadero)$/.test(plain(text))) return true
  return /^(0|no|n|non|false|faux|falso)$/.test(plain(text)) ? false : undefined
}

export const decimalSigns = [',', '.'] as const
export type DecimalSign = (typeof decimalSigns)[number]

export interface Choices {
  sheetAt: number
  /** the place of the row with the titles; undefined: where the most are recognised */
  titlesAt: number | undefined
  readsHidden: boolean
  /** undefined: as each column shows */
  decimal: DecimalSign | undefined
  clears: boolean
  isOneName: boolean
}

export interface Matching {
  kind: 'match'
  of: SheetOf
  file: File
  /** the one with the most titles first */
  sheets: readonly Sheet[]
  form: TextForm | undefined
  choices: Choices
  /** those of the sheet that are read */
  rows: readonly TableRow[]
  titlesAt: number
  table: SheetTable
  columns: (ColumnName | undefined)[]
}

export const firstChoices: Choices = {
  sheetAt: 0,
  titlesAt: undefined,
  readsHidden: false,
  decimal: undefined,
  clears: false,
  isOneName: false,
}

const storageKey = 'importColumns'
const remembered = 20
const titlesKey = (titles: readonly string[], of: SheetOf) =>
  (of === 'products' ? '' : `${of}\n`) + titles.join('\n').slice(0, 5000)

const savedColumns = () => Object.entries(readLocalRecord(storageKey) ?? {})

export function rememberColumns({ table: { titles }, columns, of }: Matching): void {
  const key = titlesKey(titles, of)
  const others = savedColumns().filter(([other]) => other !== key)
  const saved = [...others.slice(1 - remembered), [key, columns.map((name) => name ?? '')] as const]
  writeLocal(storageKey, JSON.stringify(Object.fromEntries(saved)))
}

function columnsOf(table: SheetTable, of: SheetOf): (ColumnName | undefined)[] {
  const saved = savedColumns().find(([key]) => key === titlesKey(table.titles, of))?.[1]
  if (!Array.isArray(saved) || saved.length !== table.titles.length) return matchTable(table, of)
  return saved.map((name) => columnsIn[of].find((each) => each === name))
}

export const bestFirst = (sheets: readonly Sheet[], of: SheetOf = 'products'): Sheet[] =>
  sheets.toSorted((a, b) => countTitles(b, of) - countTitles(a, of))

/** A file as these choices read it. Columns that were matched by hand stay while their titles are the same. */
export function matching(
  { of = 'products', ...given }: Pick<Matching, 'file' | 'sheets' | 'form' | 'choices'> & Partial<Pick<Matching, 'of'>>,
  before?: Matching,
): Matching {
  const { file, sheets, form, choices } = given
  const all = sheets[choices.sheetAt]?.rows ?? []
  const rows = choices.readsHidden ? all : all.filter(({ isHidden }) => !isHidden)
  const titlesAt = choices.titlesAt ?? findTitles(rows, of)
  const table = tableBelow(rows, titlesAt, of)
  const isSame = before !== undefined && titlesKey(before.table.titles, of) === titlesKey(table.titles, of)
  const columns = isSame ? before.columns : columnsOf(table, of)
  return { kind: 'match', of, file, sheets, form, choices, rows, titlesAt, table, columns }
}
