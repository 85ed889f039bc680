import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FishType } from '../../contract/fishes.ts'
import type { Locale } from '../../contract/locales.ts'
import {
  type PictureFormat,
  type PictureWidth,
  pictureFormats,
  pictureValue,
  pictureWidths,
} from '../../contract/picture.ts'

interface CatalogueEntry {
  slug: string
  trade_name: string
  trade_name_fr: string
  trade_name_es: string
  scientific_name: string
  fao_code: string
  classe: string
  category: string
  type: FishType
  size: string
  weight: string
  /** Tonnes. */
  countInStock: number
  production: 'wild' | 'farmed'
  /** FAO major fishing area; only for wild species. */
  fao_area?: string
  /** ISO 3166 country code. */
  origin: string
  presentation: string
  conservation: 'frozen' | 'fresh' | 'live'
  hs_heading: string
  hs_code?: string
}

interface PictureEntry {
  /** 32 hex digits: the content address under which the pictures are stored. */
  hash: string
  /** ThumbHash, base64. */
  placeholder: string
}

export interface DemoProduct extends CatalogueEntry, PictureEntry {
  /** The `image` value that belongs to `hash`. */
  image: string
}

export interface DemoReview {
  slug: string
  reviewer: string
  rating: number
  comment: string
  language: Locale
  daysAgo: number
}

export interface DemoPicture {
  width: PictureWidth
  format: PictureFormat
  path: string
}

async function readJson(name: string): Promise<unknown> {
  return JSON.parse(await readFile(join(import.meta.dirname, name), 'utf8'))
}

/** The 60 species of the demonstration catalogue, each with the address of its pictures. Rejects when a picture is missing. */
export async function loadDemoCatalogue(): Promise<DemoProduct[]> {
  // Both files belong to this folder, and tests/unit/demo-catalogue.test.ts checks their shape.
  const entries = (await readJson('catalogue.json')) as CatalogueEntry[]
  const addresses = (await readJson('pictures/index.json')) as Record<string, PictureEntry>
  return entries.map((entry) => {
    const picture = addresses[entry.slug]
    if (!picture) throw new Error(`${entry.slug} has no picture: run server/catalogue/plates/render.mjs`)
    return { ...entry, ...picture, image: pictureValue(picture.hash) }
  })
}

/** Reviews by invented buyers, newest and oldest mixed; at most one by each reviewer of each species. */
export async function loadDemoReviews(): Promise<DemoReview[]> {
  // As above: a file of this folder, checked by the same test.
  return (await readJson('reviews.json')) as DemoReview[]
}

/** The rendered files of one species, every width in every format. */
export function demoPicture(slug: string): DemoPicture[] {
  return pictureWidths.flatMap((width) =>
    pictureFormats.map((format) => ({
      width,
      format,
      path: join(import.meta.dirname, 'pictures', slug, `${width}.${format}`),
    })),
  )
}
