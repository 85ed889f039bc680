import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { limits } from '../../contract/limits.ts'

/** From the last key to the search, ms. */
const searchDelay = 350

interface SearchFieldProps {
  label: string
  /** the keyword of the address */
  value: string
  onSearch: (keyword: string) => void
}

/** A search box: searches shortly after the last key, or on Enter, and follows the address. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const { t } = useLingui()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // the text being typed; undefined while the box shows the keyword of the address
  const [typed, setTyped] = useState<string>()
  useEffect(() => () => clearTimeout(timer.current), [])
  const search = (box: HTMLInputElement) => {
    clearTimeout(timer.current)
    timer.current = undefined
    const keyword = box.value.trim()
    if (keyword !== value) onSearch(keyword)
    if (document.activeElement !== box) setTyped(undefined)
  }
  return (
    <search className="search">
      <input
        type="search"
        className="search-field"
        aria-label={label}
        placeholder={t({ message: 'Search', comment: 'inside an empty search box' })}
        value={typed ?? value}
        maxLength={limits.keywordLength}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => search(currentTarget), searchDelay)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') search(event.currentTarget)
        }}
        // text that is not searched for yet stays
        onBlur={() => timer.current === undefined && setTyped(undefined)}
      />
    </search>
  )
}
