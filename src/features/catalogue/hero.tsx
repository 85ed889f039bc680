import { Trans, useLingui } from '@lingui/react/macro'
import { limits } from '../../../contract/limits.ts'

/** A hero picture per width; the phone has its own crop, since it is taller than wide. */
const sources = (name: string, widths: number[], format: string) =>
  widths.map((width) => `./brand/${name}-${width}.${format} ${width}w`).join(', ')

/** Less than its width: sea and sky need no more, and a phone with a dense screen takes 7 kB in place of 11. */
const phone = '66vw'

/** The first thing anybody sees. Plain markup: the server sends the same before any script is there. */
export function Hero({ onSearch }: { onSearch: (keyword: string) => void }) {
  const { t } = useLingui()
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
        <h1 tabIndex={-1}>
          <Trans>Fish and seafood for export, by the tonne</Trans>
        </h1>
        <p>
          <Trans>
            From the quay to your cold store: choose species, size and packing, and ask for a quote in a minute. Works
            without a connection, too.
          </Trans>
        </p>
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
