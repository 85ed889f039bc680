import type { Fish } from '../../contract/fishes.ts'
import { productWith } from './product-with.ts'

const words = ['Hake', 'Cod', 'Sole', 'Octopus', 'Prawn', 'Sea bream', 'Œillet', 'Merlu', 'Lotte', 'Squid']

/** A product whose id sorts by its number. */
export function someFish(number: number, given: Partial<Fish> = {}): Fish {
  const name = `${words[number % words.length]} ${words[(number * 7) % 9]} ${number % 13}`
  return {
    ...productWith(name),
    _id: `0190aaaa-0000-7000-8000-${String(number).padStart(12, '0')}`,
    trade_name_fr: number % 3 === 0 ? '' : `Poisson ${name}`,
    trade_name_es: `Pescado ${name}`,
    classe: 'Actinopterygii',
    category: number % 2 ? 'Gadidae' : 'Sparidae',
    type: number % 3 ? 'fish' : 'seafood',
    image: `/images/${String(number).padStart(16, '0')}/640.webp`,
    size: '1-2 kg',
    weight: '20 kg',
    countInStock: number % 5,
    rating: number % 6,
    numReviews: number % 4,
    updated_at: '2026-01-01T00:00:00.000Z',
    ...given,
  }
}

export function someFishes(count: number): Fish[] {
  return Array.from({ length: count }, (_, number) => someFish(number))
}
