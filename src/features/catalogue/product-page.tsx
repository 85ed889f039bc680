import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { FishDetail } from '../../../contract/fishes.ts'
import { productFacts } from '../../../contract/line-facts.ts'
import { nameIn } from '../../../contract/locales.ts'
import { productPage } from '../../../contract/product-pages.ts'
import { packingLine } from '../../../contract/texts/packing-texts.ts'
import { pictureAddress } from '../../api/addresses.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { Picture } from '../../parts/picture.tsx'
import { Share } from '../../parts/share.tsx'
import { Stars } from '../../ui/stars.tsx'
import { CataloguePage } from './catalogue-page.tsx'
import { ProductOffer } from './product-offer.tsx'

/** A product. The route passes `reviews` in, since features do not import each other. */
export function ProductPage({ product, reviews }: { product: FishDetail; reviews: ReactNode }) {
  const locale = useLocale()
  const name = nameIn(product, locale)
  return (
    <CataloguePage
      title={name}
      lead={
        product.scientific_name && (
          <span className="latin" lang="la">
            {product.scientific_name}
          </span>
        )
      }
    >
      <div className="product">
        <Picture
          key={product.image}
          image={product.image}
          alt={name}
          type={product.type}
          sizes="(min-width: 75rem) 40rem, (min-width: 62rem) 52vw, 94vw"
          eager
          placeholder={product.placeholder}
        />
        <div className="product-info">
          <button type="button" className="rating-link" onClick={toReviews}>
            <Stars rating={product.rating} />
            <span>
              <ReviewCount count={product.numReviews} />
            </span>
          </button>
          <Facts product={product} />
          <ProductOffer key={product._id} product={product} />
          <Share
            key={`share-${product._id}`}
            title={name}
            text={packingLine(product, locale)}
            page={() => productPage(product)}
            picture={product.image && pictureAddress(import.meta.env.VITE_API_URL ?? '', product.image)}
          />
        </div>
      </div>
      {reviews}
    </CataloguePage>
  )
}

/** Scrolls to the reviews. A link with a hash cannot do it: the hash belongs to the router. */
function toReviews() {
  const reviews = document.getElementById('reviews')
  reviews?.scrollIntoView()
  reviews?.focus({ preventScroll: true })
}

function ReviewCount({ count }: { count: number }) {
  const { t } = useLingui()
  return count === 1 ? t`1 review` : t`${count} reviews`
}

function Facts({ product }: { product: FishDetail }) {
  const rows = productFacts(product, useLocale())
  return (
    <dl className="facts">
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div>
        <dt>
          <Trans>Price</Trans>
        </dt>
        <dd>---</dd>
      </div>
    </dl>
  )
}
