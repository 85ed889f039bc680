import { useEffect, useRef } from 'react'

/** Returns a function that says whether this dialog is still open: the answer to its call may come after it was closed. */
export function useIsOpen(): () => boolean {
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return () => isOpen.current
}
