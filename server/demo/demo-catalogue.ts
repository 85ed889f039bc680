import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locale } from '../../contract/locales.ts'
import { pictureValue } from '../../contract/picture.ts'
import type { DemoProduct, DemoReview } from '../catalogue/seed-demo-catalogue.ts'

/** An entry of `catalogue.json`. Its picture has the same slug. */
interface CatalogueEntry extends Omit<DemoProduct, 'image' | 'placeholder'> {
  production: 'wild' | 'farmed'
  /** ISO 3166 country code. */
  origin: string
  hs_heading: string
  hs_code?: string
}

interface PictureEntry {
  /** 32 hex digits: the content hash under which the pictures are stored */
  hash: string
  /** ThumbHash, base64. */
  placeholder: string
}

export interface LoadedProduct extends CatalogueEntry, PictureEntry {
  /** the `image` value for `hash` */
  image: string
}

interface LoadedReview extends DemoReview {
  language: Locale
}

const readJson = async (name: string): Promise<unknown> =>
  JSON.parse(await readFile(join(import.meta.dirname, name), 'utf8'))

/** The 60 species of the demonstration catalogue with their pictures. Rejects if a picture is missing. */
export async function loadDemoCatalogue(): Promise<LoadedProduct[]> {
  // tests/unit/server/demo/demo-catalogue.test.ts checks the shape of both files
  const entries = (await readJson('catalogue.json')) as CatalogueEntry[]
  const addresses = (await readJson('pictures/index.json')) as Record<string, PictureEntry>
  return entries.map((entry) => {
    const picture = addresses[entry.slug]
    if (!picture) throw new Error(`${entry.slug} has no picture in pictures/index.json`)
    return { ...entry, ...picture, image: pictureValue(picture.hash) }
  })
}

/** Reviews by invented buyers, in no order; at most one per reviewer and species. */
export async function loadDemoReviews(): Promise<LoadedReview[]> {
  // checked by the same test
  return (await readJson('reviews.json')) as LoadedReview[]
}
