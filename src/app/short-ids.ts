import { getCatalogs } from '@lingui/cli/api'
import type { LinguiConfigNormalized } from '@lingui/conf'

/** Shortens the id that Lingui made for a text; names given by hand and everything else stay as they are. */
export type ShortId = (id: string) => string

/**
 * Lingui names a text by six characters of a hash: noise that no compression shrinks, in the code and in the catalog of each
 * language. In a build they have as many characters as are needed to tell the texts of this version apart.
 */
export async function shortIds(linguiConfig: LinguiConfigNormalized): Promise<ShortId> {
  const catalogs = await getCatalogs(linguiConfig)
  const read = await Promise.all(catalogs.map((catalog) => catalog.read(linguiConfig.sourceLocale ?? 'en')))
  const named = read.flatMap((catalog) => Object.entries(catalog ?? {}))
  // a text whose name was given by hand has no message beside it
  const hashes = new Set(named.flatMap(([id, { message }]) => (message === undefined ? [] : id)))
  const byHand = named.map(([id]) => id).filter((id) => !hashes.has(id))
  const cut = (length: number) => new Set([...byHand, ...[...hashes].map((id) => id.slice(0, length))])
  let length = 1
  while (cut(length).size < hashes.size + byHand.length) length += 1
  return (id) => (hashes.has(id) ? id.slice(0, length) : id)
}
