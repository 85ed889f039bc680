import { useLocation, useRouter } from '@tanstack/react-router'
import { useIsMounted } from './use-is-mounted.ts'

/**
 * Returns a function that says whether the person is still on the screen where a call began, and on the way to no other one.
 * Who has left and come back is on another one.
 */
export function useIsHere(): () => boolean {
  const router = useRouter()
  const here = useLocation({ select: ({ pathname }) => pathname })
  const isMounted = useIsMounted()
  return () => isMounted() && router.latestLocation.pathname === here
}
