import { Box } from '@chakra-ui/react'
import { type ReactNode, useState } from 'react'

// outside the component: a new ref callback in each render would take the focus again
const focusOnMount = (node: HTMLElement | null) => node?.focus()

/**
 * What has just happened, where the pressed button was. It takes the focus when it appears, so that it is read once; as a
 * status it is also read when it changes later, as from saved to sent. Each new sentence needs its own `key`; without a
 * sentence it only holds the focus.
 */
export function Said({ children }: { children: ReactNode }) {
  return (
    <Box ref={focusOnMount} role="status" data-said tabIndex={-1} fontWeight="semibold" _empty={{ srOnly: true }}>
      {children}
    </Box>
  )
}

/** A place for sentences: the last one, and a function that says the next. */
export function useSaid(): [ReactNode, (sentence: ReactNode) => void] {
  const [said, setSaid] = useState<{ number: number; sentence: ReactNode }>()
  const say = (sentence: ReactNode) => setSaid((before) => ({ number: (before?.number ?? 0) + 1, sentence }))
  return [said && <Said key={said.number}>{said.sentence}</Said>, say]
}
