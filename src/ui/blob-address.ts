import { useEffect, useState } from 'react'

/** The address of a blob for as long as it is shown. */
export function useAddress(blob: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setAddress(made)
    return () => {
      setAddress(undefined)
      URL.revokeObjectURL(made)
    }
  }, [blob])
  return address
}

export function saveFile(name: string, content: string | Blob, type = 'text/csv'): void {
  const blob = typeof content === 'string' ? new Blob([content], { type: `${type};charset=utf-8` }) : content
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // the browser has read the content by then
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
