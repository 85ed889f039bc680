import type { Fish } from '../../../contract/fishes.ts'
import { ProductCard } from './product-card.tsx'

// rows with a small picture on phones, three columns above, five on the home page of a wide screen
const three = '(min-width: 75rem) 24rem, (min-width: 48rem) 31vw, 38vw'
const five = '(min-width: 75rem) 14rem, (min-width: 62rem) 19vw, (min-width: 48rem) 31vw, 38vw'

/** Products in columns; on a phone in rows, with the picture beside the text. */
export function ProductGrid({ fishes, five: isFive = false }: { fishes: readonly Fish[]; five?: boolean }) {
  return (
    <ul className={isFive ? 'cards cards-five' : 'cards'}>
      {fishes.map((fish) => (
        <li key={fish._id}>
          <ProductCard fish={fish} sizes={isFive ? five : three} />
        </li>
      ))}
    </ul>
  )
}
