import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { limits } from '../../../contract/limits.ts'

/** The address follows this long after the last key, ms; Enter does not wait. */
const pause = 300

interface ProductSearchProps {
  text: string
  /** at every key */
  onType: (text: string) => void
  /** a moment after the last key, or by Enter */
  onSearch: (keyword: string) => void
}

/** The search box of the list. */
export function ProductSearch({ text: shown, onType, onSearch }: ProductSearchProps) {
  const { t } = useLingui()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function search(text: string) {
    clearTimeout(timer.current)
    onSearch(text.trim())
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
        value={shown}
        onChange={(event) => {
          const text = event.target.value
          onType(text)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => search(text), pause)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') search(event.currentTarget.value)
        }}
      />
    </search>
  )
}
