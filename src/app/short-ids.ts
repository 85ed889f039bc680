import { getCatalogs } from '@lingui/cli/api'
import type { LinguiConfigNormalized } from '@lingui/conf'

/** Shortens the id of a text; every other text stays as it is. */
export type ShortId = (id: string) => string

/**
 * Lingui names a text by six characters of a hash: noise that no compression shrinks, in the code and in the catalog of each
 * language. In a build they have as many characters as are needed to tell the texts of this version apart.
 */
export async function shortIds(linguiConfig: LinguiConfigNormalized): Promise<ShortId> {
  const catalogs = await getCatalogs(linguiConfig)
  const read = await Promise.all(catalogs.map((catalog) => catalog.read(linguiConfig.sourceLocale ?? 'en')))
  const ids = new Set(read.flatMap((catalog) => Object.keys(catalog ?? {})))
  let length = 1
  while (new Set([...ids].map((id) => id.slice(0, length))).size < ids.size) length += 1
  return (id) => (ids.has(id) ? id.slice(0, length) : id)
}
