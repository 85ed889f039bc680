import { Box } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** The error of a field. Unlike Chakra's it is always rendered, so that screen readers announce a new text. */
export function Message({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Box
      id={id}
      aria-live="polite"
      color="fg.error"
      fontSize="0.9375rem"
      fontWeight="medium"
      lineHeight="1.45"
      whiteSpace="normal"
      _empty={{ display: 'none' }}
    >
      {children}
    </Box>
  )
}
