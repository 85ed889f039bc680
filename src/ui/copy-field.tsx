import { useLingui } from '@lingui/react/macro'
import { type CSSProperties, type ReactNode, useRef, useState } from 'react'

interface CopyFieldProps {
  label: string
  value: string
  style?: CSSProperties
  children?: ReactNode
}

/** A text that cannot be changed, with a button that copies it. Without Chakra, since a product is shared by it. */
export function CopyField({ label, value, style, children }: CopyFieldProps) {
  const { t } = useLingui()
  const field = useRef<HTMLInputElement>(null)
  const [outcome, setOutcome] = useState<{ of: string; isCopied: boolean }>()

  async function copy() {
    setOutcome(undefined)
    const write = navigator.clipboard?.writeText(value) ?? Promise.reject()
    const isCopied = await write.then(
      () => true,
      () => {
        // without TLS or permission
        field.current?.select()
        return document.execCommand('copy')
      },
    )
    setOutcome({ of: value, isCopied })
  }

  return (
    <div className="row segments">
      <input
        className="search-field"
        style={{ flexBasis: '18rem', ...style }}
        ref={field}
        readOnly
        value={value}
        aria-label={label}
        onFocus={(event) => event.target.select()}
      />
      <button type="button" className="button" onClick={() => void copy()}>
        {t({ message: 'Copy', comment: 'button: copies a link' })}
      </button>
      {children}
      <span role="status">
        {outcome?.of === value &&
          (outcome.isCopied ? t`Copied` : t`This could not be copied. Select it and copy it yourself.`)}
      </span>
    </div>
  )
}
