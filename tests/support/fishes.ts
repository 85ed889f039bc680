import { type Fish, type FishDetail, type FishPage, Fish as FishSchema } from '../../contract/fishes.ts'
import { productWith } from './product-with.ts'

/** A product for the screens with every field that one can have; each may be told. */
export function fish(over: Partial<Fish> = {}): Fish {
  return {
    ...productWith('Octopus'),
    _id: '0190a1b2-0000-7000-8000-0000000000f1',
    trade_name: 'Common octopus',
    trade_name_fr: 'Pieuvre (poulpe commun)',
    trade_name_es: 'Pulpo común',
    scientific_name: 'Octopus vulgaris',
    fao_code: 'OCC',
    code: 'OCT-T6',
    presentation: 'gutted',
    treatment: 'frozen',
    glazing: 12.5,
    origin: 'FAO 34',
    packing: '20 kg carton',
    certificates: 'MSC',
    classe: 'Cephalopoda',
    category: 'Octopodidae',
    type: 'seafood',
    image: '/images/ece1b442d092791e422802dffa7792fb/640.webp',
    placeholder: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
    size: 'T6 (0.8-1.2 kg)',
    weight: '19 kg net',
    countInStock: 60,
    rating: 4.2,
    numReviews: 5,
    updated_at: '2026-10-01T08:00:00.000Z',
    ...over,
  }
}

/** A product with only the facts that each has. */
export function bareFish(over: Partial<Fish> = {}): Fish {
  const required = Object.entries(FishSchema.entries).filter(([, { type }]) => type !== 'optional')
  const full = new Map(Object.entries(fish()))
  // the schema names them
  const bare = Object.fromEntries(required.map(([name]) => [name, full.get(name)])) as unknown as Fish
  return { ...bare, ...over }
}

export function detail(over: Partial<FishDetail> = {}): FishDetail {
  return { ...fish(over), reviews: over.reviews ?? [] }
}

/** An answer with one page of products out of `pages`. */
export function page(fishes: Fish[], { page: at = 1, pages = 1 } = {}): { status: number; body: FishPage } {
  return { status: 200, body: { fishes, page: at, pages, total: fishes.length * pages } }
}
