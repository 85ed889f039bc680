import { useEffect, useRef } from 'react'

/** Returns a function that says whether this component is still on the screen: the answer to its call may come after it has gone. */
export function useIsMounted(): () => boolean {
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return () => isMounted.current
}
