import { useLocation, useRouter } from '@tanstack/react-router'

/** Returns a function that says whether the person is still on the screen where a call began, and on the way to no other one. */
export function useIsHere(): () => boolean {
  const router = useRouter()
  const here = useLocation({ select: ({ pathname }) => pathname })
  return () => router.latestLocation.pathname === here
}
