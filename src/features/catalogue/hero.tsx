import { useLingui } from '@lingui/react/macro'
import { limits } from '../../../contract/limits.ts'
import { textIn } from '../../../contract/shop.ts'
import { useShop } from '../../data/shop/use-shop.ts'
import { useLocale } from '../../i18n/use-locale.ts'

/** The `srcset` of a hero picture. Phones have their own crop, which is taller than wide. */
const sources = (name: string, widths: number[], format: string) =>
  widths.map((width) => `./brand/${name}-${width}.${format} ${width}w`).join(', ')

/** Less than the real width, which is enough for sea and sky: a dense phone screen loads 7 kB instead of 11. */
const phone = '66vw'

/** The top of the home page. Plain markup: the server sends the same before any script is loaded. */
export function Hero({ onSearch }: { onSearch: (keyword: string) => void }) {
  const { t } = useLingui()
  const shop = useShop()
  const locale = useLocale()
  const lead = textIn(shop.lead, locale)
  return (
    <section className="hero">
      <picture>
        <source
          media="(max-width: 47.99rem)"
          type="image/avif"
          srcSet={sources('hero-phone', [480, 720, 1080], 'avif')}
          sizes={phone}
        />
        <source media="(max-width: 47.99rem)" srcSet={sources('hero-phone', [480, 720, 1080], 'webp')} sizes={phone} />
        <source type="image/avif" srcSet={sources('hero', [960, 1920], 'avif')} sizes="100vw" />
        <img
          className="hero-picture"
          src="./brand/hero-960.webp"
          srcSet={sources('hero', [960, 1920], 'webp')}
          sizes="100vw"
          alt=""
          width="960"
          height="450"
          fetchPriority="high"
        />
      </picture>
      <div className="hero-text">
        <h1 tabIndex={-1}>{textIn(shop.tagline, locale) || shop.name}</h1>
        {lead && <p>{lead}</p>}
        <search>
          <form
            className="search"
            action="#/products"
            onSubmit={(event) => {
              event.preventDefault()
              onSearch(String(new FormData(event.currentTarget).get('keyword') ?? '').trim())
            }}
          >
            <input
              className="search-field"
              type="search"
              name="keyword"
              maxLength={limits.keywordLength}
              autoComplete="off"
              aria-label={t`Search products`}
              placeholder={t({ message: 'Hake, octopus, shrimp…', comment: 'inside the empty search box of the hero' })}
            />
            <button type="submit" className="button button-sun">{t`Search`}</button>
          </form>
        </search>
      </div>
    </section>
  )
}
