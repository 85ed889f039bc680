import type { Fish } from '../../../../contract/fishes.ts'
import { limits } from '../../../../contract/limits.ts'
import type { Locale } from '../../../../contract/locales.ts'
import type { Api } from '../../../api/client.ts'
import type { Refusal } from '../../../api/errors.ts'
import { csvText } from '../csv.ts'
import { type ColumnName, columnNames, columnTitles } from './columns.ts'

/** All products, newest first, or the server's refusal. Throws `ConnectionError`. */
export async function fetchCatalogue(api: Api): Promise<Fish[] | Refusal> {
  const found = new Map<string, Fish>()
  for (let page = 1; ; page++) {
    const reply = await api.call('listFish', { query: { page, per_page: limits.perPageMax } })
    if (!reply.ok) return reply.refusal
    for (const fish of reply.body.fishes) found.set(fish._id, fish)
    if (page >= reply.body.pages) return [...found.values()]
  }
}

function cellOf(fish: Fish, name: ColumnName): string | number {
  if (name === 'picture') return fish.image
  // a product without this field has an empty cell
  return fish[name] ?? ''
}

/** Adds a zero to three decimals: they could be read as thousands in languages that group by points. */
function csvValue(value: string | number): string | number {
  const text = String(value)
  return typeof value === 'number' && /\.\d{3}$/.test(text) ? `${text}0` : value
}

function table(fishes: readonly Fish[]) {
  return fishes.map((fish) => columnNames.map((name) => cellOf(fish, name)))
}

const titlesIn = (locale: Locale) => columnNames.map((name) => columnTitles[name][locale])

export function catalogueCsv(fishes: readonly Fish[], locale: Locale): string {
  return csvText([titlesIn(locale), ...table(fishes).map((row) => row.map(csvValue))])
}

/** The catalogue as an XLSX workbook. The writer is loaded on demand. */
export async function catalogueXlsx(fishes: readonly Fish[], locale: Locale): Promise<Blob> {
  const { default: writeXlsxFile } = await import('write-excel-file/universal')
  const titles = titlesIn(locale).map((value) => ({ value, fontWeight: 'bold' as const }))
  const rows = table(fishes).map((row) =>
    row.map((value) => ({ value, type: typeof value === 'number' ? Number : String })),
  )
  return writeXlsxFile([titles, ...rows], { stickyRowsCount: 1 }).toBlob()
}
