import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locale } from '../../contract/locales.ts'
import { pictureValue } from '../../contract/picture.ts'
import type { DemoProduct, DemoReview } from '../catalogue/seed-demo-catalogue.ts'
import type { DemoBuyer, DemoLot, DemoOrder } from '../orders/seed-demo-orders.ts'

/** An entry of `catalogue.json`. Its picture has the same slug. */
interface CatalogueEntry extends Omit<DemoProduct, 'image' | 'placeholder' | 'further'> {
  production: 'wild' | 'farmed'
  /** ISO 3166 country code. */
  origin: string
  hs_heading: string
}

interface PictureEntry {
  /** 32 hex digits: the content hash under which the pictures are stored */
  hash: string
  /** ThumbHash, base64. */
  placeholder: string
}

export interface LoadedProduct extends CatalogueEntry, PictureEntry, Pick<DemoProduct, 'further'> {
  /** the `image` value for `hash` */
  image: string
}

const readJson = async (name: string): Promise<unknown> =>
  JSON.parse(await readFile(join(import.meta.dirname, name), 'utf8'))

/** The 60 species of the demonstration catalogue with their pictures. Rejects if a picture is missing. */
export async function loadDemoCatalogue(): Promise<LoadedProduct[]> {
  // tests/unit/server/demo/demo-catalogue.test.ts checks the shape of both files
  const entries = (await readJson('catalogue.json')) as CatalogueEntry[]
  const addresses = (await readJson('pictures/index.json')) as Record<string, PictureEntry>
  // what only some species have; `pictures` are slugs of further ones
  const details = (await readJson('details.json')) as Record<string, Partial<DemoProduct> & { pictures?: string[] }>
  const pictureOf = (slug: string) => {
    const { hash, placeholder } = addresses[slug] ?? {}
    if (!hash || !placeholder) throw new Error(`${slug} has no picture in pictures/index.json`)
    return { hash, picture: { image: pictureValue(hash), placeholder } }
  }
  return entries.map((entry) => {
    const { pictures = [], ...more } = details[entry.slug] ?? {}
    const { hash, picture } = pictureOf(entry.slug)
    return { ...entry, ...more, hash, ...picture, further: pictures.map((slug) => pictureOf(slug).picture) }
  })
}

/** `buyer` is a key of `buyers`. */
interface OrdersFile {
  buyers: Record<string, DemoBuyer>
  lots: DemoLot[]
  orders: (Omit<DemoOrder, 'buyer'> & { buyer: string })[]
}

/** Requests for the board and the charts, by invented buyers without accounts, the lots of what they got, and what all documents are. */
export async function loadDemoOrders(): Promise<{ orders: DemoOrder[]; lots: DemoLot[]; bytes: Uint8Array }> {
  // tests/server/orders/demo-orders.test.ts plays all of it through the rules of the contract
  const { buyers, lots, orders } = (await readJson('orders.json')) as OrdersFile
  const ofBuyers = orders.map(({ buyer: name, ...order }) => {
    const buyer = buyers[name]
    if (!buyer) throw new Error(`orders.json has no buyer ${name}`)
    return { ...order, buyer }
  })
  return { orders: ofBuyers, lots, bytes: await readFile(join(import.meta.dirname, 'document.pdf')) }
}

/** Reviews by invented buyers, in no order; at most one per reviewer and species. */
export async function loadDemoReviews(): Promise<(DemoReview & { language: Locale })[]> {
  // checked by the same test
  return (await readJson('reviews.json')) as (DemoReview & { language: Locale })[]
}
