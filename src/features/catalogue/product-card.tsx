import type { Fish } from '../../../contract/fishes.ts'
import { nameIn } from '../../../contract/locales.ts'
import { packingLine } from '../../i18n/packing.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { Picture } from '../../ui/picture.tsx'
import { Stars } from '../../ui/stars.tsx'
import { Stock } from './stock.tsx'

/** A product in a list: the whole card leads to its page, the link is its name. */
export function ProductCard({ fish, sizes }: { fish: Fish; sizes: string }) {
  const locale = useLocale()
  const facts = packingLine(fish, locale)
  return (
    <article className="card">
      <Picture
        image={fish.image}
        // the name stands right below: a second reading would only be noise
        alt=""
        type={fish.type}
        sizes={sizes}
        widest={640}
        {...(fish.placeholder && { placeholder: fish.placeholder })}
      />
      <div className="card-body">
        <h3 className="card-name">
          <a href={`#/products/${encodeURIComponent(fish._id)}`}>{nameIn(fish, locale)}</a>
        </h3>
        {fish.scientific_name && (
          <p className="card-latin" lang="la">
            {fish.scientific_name}
          </p>
        )}
        {facts && <p className="card-facts">{facts}</p>}
        <div className="card-foot">
          <Stock tonnes={fish.countInStock} />
          {fish.numReviews > 0 && <Stars rating={fish.rating} count={fish.numReviews} />}
        </div>
      </div>
    </article>
  )
}
