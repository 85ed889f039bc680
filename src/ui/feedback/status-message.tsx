import { Box } from '@chakra-ui/react'
import { type ReactNode, useState } from 'react'

/** Moves the focus to what has just appeared. Whoever has opened a dialog meanwhile stays in it, and finds it when the dialog closes. */
export function focusStatus(node: HTMLElement | null): void {
  const dialog = document.querySelector('[role=dialog], [role=alertdialog]')
  if (!dialog || dialog.contains(node)) node?.focus()
}

/** What has just happened, where the pressed button was. It takes the focus, so that it is read once; each new sentence needs its own `key`. */
export function StatusMessage({ children }: { children: ReactNode }) {
  return (
    <Box ref={focusStatus} role="status" data-status tabIndex={-1} fontWeight="semibold" _empty={{ srOnly: true }}>
      {children}
    </Box>
  )
}

export function useStatusMessage(): [ReactNode, (sentence: ReactNode) => void] {
  const [latest, setLatest] = useState<{ number: number; sentence: ReactNode }>()
  const announce = (sentence: ReactNode) => setLatest((before) => ({ number: (before?.number ?? 0) + 1, sentence }))
  return [latest && <StatusMessage key={latest.number}>{latest.sentence}</StatusMessage>, announce]
}
