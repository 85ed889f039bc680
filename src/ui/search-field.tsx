import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { limits } from '../../contract/limits.ts'

/** From the last key to the search, ms; Enter does not wait. */
const searchDelay = 300

interface SearchFieldProps {
  label: string
  placeholder?: string
  value: string
  onSearch: (keyword: string) => void
  /** where the screen itself uses what is typed */
  typing?: Typing
}

/** A search box: searches shortly after the last key, or on Enter, and follows the address. */
export function SearchField({ label, placeholder, value, onSearch, typing }: SearchFieldProps) {
  const { t } = useLingui()
  const own = useTyping(value)
  const [text, type] = typing ?? own
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const search = (typed: string) => {
    clearTimeout(timer.current)
    timer.current = undefined
    if (typed.trim() !== value) onSearch(typed.trim())
  }
  return (
    <search className="search">
      <input
        type="search"
        className="search-field"
        aria-label={label}
        placeholder={placeholder ?? t({ message: 'Search', comment: 'inside an empty search box' })}
        autoComplete="off"
        value={text}
        maxLength={limits.keywordLength}
        onChange={({ currentTarget }) => {
          const typed = currentTarget.value
          type(typed)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => search(typed), searchDelay)
        }}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && search(currentTarget.value)}
        // text that is not searched for yet stays
        onBlur={() => timer.current === undefined && type(undefined)}
      />
    </search>
  )
}

type Typing = readonly [text: string, type: (text: string | undefined) => void]

/** The typed text while the address has the keyword before it, or one that was typed since; else the keyword of the address. */
export function useTyping(keyword: string): Typing {
  const [typed, setTyped] = useState<{ text: string; known: readonly string[] }>()
  const known = typed?.known.includes(keyword) ? typed.known : undefined
  const type = (text: string | undefined) =>
    setTyped(text === undefined ? undefined : { text, known: [...(known ?? [keyword]), text.trim()] })
  return [known && typed ? typed.text : keyword, type]
}
