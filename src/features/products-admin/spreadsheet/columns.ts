import type { FishType } from '../../../../contract/fishes.ts'
import { locales } from '../../../../contract/locales.ts'
import { type ColumnName, columnNames, columnTitles, otherTitles } from '../../../i18n/column-titles.ts'
import type { TableRow } from '../../../ui/tables/read-table.ts'
import { tableLimits } from '../../../ui/tables/table-limits.ts'

/** The words that are read as a type. */
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

const byTitle = new Map(
  columnNames.flatMap((name) =>
    [name, ...locales.map((locale) => columnTitles[name][locale])].map((title) => [plain(title), name] as const),
  ),
)
const byOtherTitle = new Map(
  columnNames.flatMap((name) => (otherTitles[name]?.split(',') ?? []).map((title) => [plain(title), name] as const)),
)
/** In a list with names in several languages, each of these is the name in its own. */
const namesByLanguage = new Map<string, ColumnName>([
  [plain(columnTitles.trade_name.fr), 'trade_name_fr'],
  [plain(columnTitles.trade_name.es), 'trade_name_es'],
])

type Finding = (title: string) => ColumnName | undefined

/** The ways to find a field, the surest first. */
const findings: Finding[] = [
  (title) => (namesByLanguage.has(title) ? undefined : byTitle.get(title)),
  (title) => byTitle.get(title),
  (title) => namesByLanguage.get(title),
  (title) => byOtherTitle.get(title),
]

/** The field of each column, found by its title. Each field is used once. */
export function matchColumns(titles: readonly string[]): (ColumnName | undefined)[] {
  const found: (ColumnName | undefined)[] = titles.map(() => undefined)
  for (const find of findings) {
    titles.forEach((title, at) => {
      const name = find(plain(title))
      if (name && !found[at] && !found.includes(name)) found[at] = name
    })
  }
  return found
}

/** The row that has the titles, as its place among the rows: the one in which the most are recognised. */
export function findTitles(rows: readonly TableRow[]): number {
  const counts = rows
    .slice(0, tableLimits.titleRows)
    .map(({ cells }) => matchColumns(cells.map(String)).filter(Boolean).length)
  return Math.max(0, counts.indexOf(Math.max(...counts)))
}

export function readType(text: string): FishType | undefined {
  const word = plain(text)
  const types = ['fish', 'seafood'] as const
  return types.find((type) => typeWords[type].some((each) => plain(each) === word))
}
