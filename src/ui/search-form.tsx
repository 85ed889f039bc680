import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { limits } from '../../contract/limits.ts'

/** A search that opens the list, as plain HTML also before the app has started. */
export function SearchForm() {
  const { t } = useLingui()
  const navigate = useNavigate()
  return (
    <search>
      <form
        className="search"
        action="#/products"
        onSubmit={(event) => {
          event.preventDefault()
          const keyword = String(new FormData(event.currentTarget).get('keyword') ?? '').trim()
          void navigate({ to: '/products', search: { keyword }, state: { keyword } })
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
        <button type="submit" className="button button-solid">{t`Search`}</button>
      </form>
    </search>
  )
}
