import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { limits } from '../../contract/limits.ts'

const pause = 350

interface SearchFieldProps {
  label: string
  /** the keyword of the address */
  value: string
  onSearch: (keyword: string) => void
}

/** A search box that searches a moment after the last key, at once on Enter, and follows the address. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const { t } = useLingui()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // what is being typed; without it the box shows the address
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
          timer.current = setTimeout(() => search(currentTarget), pause)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') search(event.currentTarget)
        }}
        // text whose search is still to come stays
        onBlur={() => timer.current === undefined && setTyped(undefined)}
      />
    </search>
  )
}
