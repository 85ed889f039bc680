import { Box } from '@chakra-ui/react'
import { type ReactNode, useState } from 'react'

/**
 * Gives the focus to what has just appeared and has `data-status`. Whoever has opened a dialog meanwhile stays in it: when it
 * closes, it gives the focus to what is new.
 */
export function focusStatus(node: HTMLElement | null): void {
  const dialog = document.querySelector('[role=dialog], [role=alertdialog]')
  if (!dialog || dialog.contains(node)) node?.focus()
}

/**
 * What has just happened, where the pressed button was. It takes the focus when it appears, so that it is read once; as a
 * status it is also read when it changes later, as from saved to sent. Each new sentence needs its own `key`; without a
 * sentence it only holds the focus.
 */
export function StatusMessage({ children }: { children: ReactNode }) {
  return (
    <Box ref={focusStatus} role="status" data-status tabIndex={-1} fontWeight="semibold" _empty={{ srOnly: true }}>
      {children}
    </Box>
  )
}

/** The latest status message, and a function that announces the next one. */
export function useStatusMessage(): [ReactNode, (sentence: ReactNode) => void] {
  const [latest, setLatest] = useState<{ number: number; sentence: ReactNode }>()
  const announce = (sentence: ReactNode) => setLatest((before) => ({ number: (before?.number ?? 0) + 1, sentence }))
  return [latest && <StatusMessage key={latest.number}>{latest.sentence}</StatusMessage>, announce]
}
