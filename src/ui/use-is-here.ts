import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** Returns a function that says whether the person is still on the screen where a call began, and on the way to no other one. */
export function useIsHere(): () => boolean {
  const router = useRouter()
  const here = useLocation({ select: ({ pathname }) => pathname })
  const isMounted = useIsMounted()
  return () => isMounted() && router.latestLocation.pathname === here
}

/** Returns a function that says whether this component is still mounted when an answer comes. */
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
