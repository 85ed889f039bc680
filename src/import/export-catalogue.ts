import type { Fish } from '../../contract/fishes.ts'
import type { Locale } from '../../contract/locales.ts'
import type { Api } from '../api/api-client.ts'
import { type ColumnName, columnNames, columnTitles } from '../i18n/column-titles.ts'
import { type Fetching, fetchPages } from '../lists/exports.tsx'
import type { TableValues } from '../tables/csv.ts'

function cellOf(fish: Fish, name: ColumnName): string | number {
  if (name === 'picture') return fish.image
  return fish[name] ?? ''
}

export const catalogueTitles = (locale: Locale) => columnNames.map((name) => columnTitles[name][locale])

export function catalogueRows(fishes: readonly Fish[], locale: Locale): TableValues {
  return [catalogueTitles(locale), ...fishes.map((fish) => columnNames.map((name) => cellOf(fish, name)))]
}

export async function fetchCatalogueRows(api: Api, locale: Locale, fetching: Fetching): Promise<TableValues> {
  const fishes = await fetchPages(async (query, signal) => {
    const reply = await api.call('listFish', { query, signal })
    return reply.ok ? { ...reply, body: reply.body.fishes, total: reply.body.total } : reply
  }, fetching)
  return catalogueRows(fishes, locale)
}
