import { ProductPage } from '../features/catalogue/product-page.tsx'
import { Reviews } from '../features/reviews/reviews.tsx'

export function ProductScreen() {
  return <ProductPage reviews={(product) => <Reviews key={product._id} product={product} />} />
}
