import type { Fish } from '../../contract/fishes.ts'
import { limits } from '../../contract/limits.ts'
import type { Locale } from '../../contract/locales.ts'
import type { Api } from '../api/api-client.ts'
import type { Refusal } from '../api/api-errors.ts'
import { type ColumnName, columnNames, columnTitles } from '../i18n/column-titles.ts'
import type { Fetching } from '../lists/exports.tsx'
import type { TableValues } from '../tables/csv.ts'

/** All products, newest first, or the server's refusal. Throws `ConnectionError`. */
async function fetchCatalogue(api: Api, { signal, onProgress }: Fetching): Promise<Fish[] | Refusal> {
  const found = new Map<string, Fish>()
  for (let page = 1; ; page++) {
    const reply = await api.call('listFish', { query: { page, per_page: limits.perPageMax }, signal })
    if (!reply.ok) return reply.refusal
    for (const fish of reply.body.fishes) found.set(fish._id, fish)
    onProgress(found.size, reply.body.total)
    if (page >= reply.body.pages) return [...found.values()]
  }
}

function cellOf(fish: Fish, name: ColumnName): string | number {
  if (name === 'picture') return fish.image
  // a product without this field has an empty cell
  return fish[name] ?? ''
}

export const catalogueTitles = (locale: Locale) => columnNames.map((name) => columnTitles[name][locale])

/** Products as the rows of a file, with the titles of a language. */
export function catalogueRows(fishes: readonly Fish[], locale: Locale): TableValues {
  return [catalogueTitles(locale), ...fishes.map((fish) => columnNames.map((name) => cellOf(fish, name)))]
}

/** The whole catalogue as the rows of a file, or the server's refusal. Throws `ConnectionError`. */
export async function fetchCatalogueRows(api: Api, locale: Locale, fetching: Fetching): Promise<TableValues | Refusal> {
  const fishes = await fetchCatalogue(api, fetching)
  return Array.isArray(fishes) ? catalogueRows(fishes, locale) : fishes
}
