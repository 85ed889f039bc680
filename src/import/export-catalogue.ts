import type { Fish } from '../../contract/fishes.ts'
import type { Locale } from '../../contract/locales.ts'
import type { TableValues } from '../../contract/texts/csv.ts'
import type { Api } from '../api/api-client.ts'
import { columnNames, columnTitles, type ProductColumn } from '../i18n/column-titles.ts'
import { type Fetching, fetchPages } from '../lists/exports.tsx'
import { flagWord } from './matching.ts'

function cellOf(fish: Fish, name: ProductColumn, locale: Locale): string | number {
  if (name === 'picture') return (fish.images ?? [fish.image]).join('; ')
  if (name === 'featured') return flagWord(fish.featured === true, locale)
  return fish[name] ?? ''
}

export const catalogueTitles = (locale: Locale) => columnNames.map((name) => columnTitles[name][locale])

export function catalogueRows(fishes: readonly Fish[], locale: Locale): TableValues {
  return [catalogueTitles(locale), ...fishes.map((fish) => columnNames.map((name) => cellOf(fish, name, locale)))]
}

export async function fetchCatalogueRows(api: Api, locale: Locale, fetching: Fetching): Promise<TableValues> {
  const fishes = await fetchPages(async (query, signal) => {
    const reply = await api.call('listFish', { query, signal })
    return reply.ok ? { ...reply, body: reply.body.fishes, total: reply.body.total } : reply
  }, fetching)
  return catalogueRows(fishes, locale)
}
