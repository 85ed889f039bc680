import { v7 } from 'uuid'
import {
  filledFields,
  type ProductFields,
  productFieldNames,
  type RequiredText,
  requiredTexts,
} from '../../contract/product-fields.ts'
import { bumpCatalogueVersion, getCatalogueState } from '../db/catalogue-state.ts'
import { type Db, day, hour, insertNew, transact } from '../db/database.ts'
import type { FishRow } from '../db/row-types.ts'
import { refuse, wasRefused } from '../http/refusal.ts'
import type { ServiceDeps, StoredPicture } from '../service-deps.ts'
import { type FishWrite, findFishes, insertFish } from './fishes-table.ts'
import { pictureColumns } from './read-fishes.ts'
import { updateRating } from './review-service.ts'

type Given = 'code' | 'scientific_name' | 'fao_code' | 'size' | 'presentation' | 'packing'

export interface DemoProduct
  extends Partial<Omit<ProductFields, Given>>,
    Pick<ProductFields, Given>,
    Pick<FishWrite, RequiredText | 'type' | 'image' | 'placeholder'> {
  slug: string
  featured?: boolean
  /** pictures after the first */
  further?: readonly StoredPicture[]
  /** tonnes */
  countInStock: number
  conservation: 'frozen' | 'fresh' | 'live'
  /** FAO major fishing area; only for wild species */
  fao_area?: string
}

export interface DemoReview {
  slug: string
  reviewer: string
  rating: number
  comment: string
  daysAgo: number
}

/** Spreads the smaller type evenly among the larger one, so that the newest products have both. */
function mixed(products: DemoProduct[]): DemoProduct[] {
  const kinds = ['fish', 'seafood'].map((type) => products.filter((product) => product.type === type))
  const placed = kinds.flatMap((kind) => kind.map((product, at) => ({ product, at: (at + 0.5) / kind.length })))
  return placed.sort((a, b) => a.at - b.at).map(({ product }) => product)
}

async function addProduct(tx: Db, product: DemoProduct, at: number): Promise<string> {
  const id = v7({ msecs: at })
  const time = new Date(at).toISOString()
  const { type, image, placeholder, further = [], featured = false, countInStock, conservation, fao_area } = product
  const pictures = [{ image, placeholder }, ...further]
  // the keys are those of the list
  const texts = Object.fromEntries(requiredTexts.map((name) => [name, product[name]])) as Record<RequiredText, string>
  const fields = { ...filledFields(product, productFieldNames), treatment: conservation, origin: '' }
  if (fao_area) fields.origin = `FAO ${fao_area}`
  const made = { ...texts, ...fields, ...pictureColumns(pictures), type, featured: Number(featured) }
  const counts = { count_in_stock: countInStock, rating: 0, num_reviews: 0 }
  await insertFish(tx, { id, ...made, ...counts, created_at: time, updated_at: time }, await bumpCatalogueVersion(tx))
  return id
}

/** Fills a database that never had a product, the first of the list newest. Instances that start together wait and find another version. */
export async function seedDemoCatalogue(
  deps: ServiceDeps,
  load: () => Promise<{ products: DemoProduct[]; reviews: DemoReview[] }>,
  seedOrders: (tx: Db, bySlug: Map<string, FishRow>) => Promise<void>,
): Promise<boolean> {
  if ((await getCatalogueState(deps.db)).version > 0) return false
  const { products, reviews } = await load()
  const now = deps.clock.now()
  const seeding = transact(deps.db, async (tx) => {
    if ((await bumpCatalogueVersion(tx)) !== 1) throw refuse('busy')
    const oldest = mixed(products).reverse()
    const ids = new Map<string, string>()
    for (const [index, product] of oldest.entries()) {
      const at = now - (oldest.length - index) * 31 * hour
      const own = reviews.filter((review) => review.slug === product.slug)
      const id = await addProduct(tx, product, at)
      ids.set(id, product.slug)
      for (const { reviewer: name, rating, comment, daysAgo } of own) {
        const msecs = now - daysAgo * day
        const review = { id: v7({ msecs }), name, rating, comment, created_at: new Date(msecs).toISOString() }
        await insertNew(tx, 'review', { ...review, fish_id: id, author_id: `demo:${name}` })
      }
      if (own.length > 0) await updateRating(tx, id, await bumpCatalogueVersion(tx))
    }
    const stored = await findFishes(tx, [...ids.keys()])
    const bySlug = new Map(stored.map((fish) => [ids.get(fish.id) ?? '', fish]))
    await seedOrders(tx, bySlug)
  })
  return !(await wasRefused(seeding))
}
