import type { Fish } from '../../../contract/fishes.ts'
import { ProductCard } from './product-card.tsx'

// rows with a small picture on phones, columns of cards above
const sizes = '(min-width: 75rem) 17rem, (min-width: 48rem) 31vw, 38vw'

/** Products side by side; one below the other, picture beside the text, on a phone. */
export function ProductGrid({ fishes }: { fishes: readonly Fish[] }) {
  return (
    <ul className="cards cards-compact">
      {fishes.map((fish) => (
        <li key={fish._id}>
          <ProductCard fish={fish} sizes={sizes} />
        </li>
      ))}
    </ul>
  )
}
