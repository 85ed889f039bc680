import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { limits } from '../../contract/limits.ts'

const pause = 350

interface SearchFieldProps {
  label: string
  /** the keyword as it stands in the address */
  value: string
  onSearch: (keyword: string) => void
}

/** A search box that searches a moment after the last key, at once on Enter, and follows the address. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const { t } = useLingui()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const search = (keyword: string) => {
    clearTimeout(timer.current)
    if (keyword.trim() !== value) onSearch(keyword.trim())
  }
  return (
    <search className="search">
      <input
        type="search"
        className="search-field"
        aria-label={label}
        placeholder={t({ message: 'Search', comment: 'inside an empty search box' })}
        defaultValue={value}
        maxLength={limits.keywordLength}
        onChange={(event) => {
          const keyword = event.target.value
          clearTimeout(timer.current)
          timer.current = setTimeout(() => search(keyword), pause)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') search(event.currentTarget.value)
        }}
      />
    </search>
  )
}
