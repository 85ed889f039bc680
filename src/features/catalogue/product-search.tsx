import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { limits } from '../../../contract/limits.ts'

/** From the last key to the new address, ms; Enter does not wait. */
const searchDelay = 300

interface ProductSearchProps {
  text: string
  /** called at every key */
  onType: (text: string) => void
  /** called shortly after the last key, or on Enter */
  onSearch: (keyword: string) => void
}

/** The search box of the product list. */
export function ProductSearch({ text, onType, onSearch }: ProductSearchProps) {
  const { t } = useLingui()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function search(typed: string) {
    clearTimeout(timer.current)
    onSearch(typed.trim())
  }
  return (
    <search className="search">
      <input
        className="search-field"
        type="search"
        autoComplete="off"
        aria-label={t`Search products`}
        placeholder={t`Name, species or FAO code`}
        maxLength={limits.keywordLength}
        value={text}
        onChange={(event) => {
          const typed = event.target.value
          onType(typed)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => search(typed), searchDelay)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') search(event.currentTarget.value)
        }}
      />
    </search>
  )
}
