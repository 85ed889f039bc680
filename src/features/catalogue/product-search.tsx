import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { limits } from '../../../contract/limits.ts'

/** A search starts this long after the last key, ms; Enter does not wait. */
const pause = 300

interface ProductSearchProps {
  /** what the address says is searched for */
  keyword: string
  onSearch: (keyword: string) => void
}

/** The search box of the list: searches while one types, and follows the address when that changes by itself. */
export function ProductSearch({ keyword, onSearch }: ProductSearchProps) {
  const { t } = useLingui()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [typed, setTyped] = useState({ text: keyword, over: keyword })
  useEffect(() => () => clearTimeout(timer.current), [])
  // what is typed stands as long as the address is the one it was typed over, or the one it led to
  const follows = keyword === typed.over || keyword === typed.text.trim()

  function search(text: string) {
    clearTimeout(timer.current)
    if (text.trim() !== keyword) onSearch(text.trim())
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
        value={follows ? typed.text : keyword}
        onChange={(event) => {
          const text = event.target.value
          setTyped({ text, over: keyword })
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
