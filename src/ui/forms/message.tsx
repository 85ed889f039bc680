import { Box } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** What is wrong with a field. Its place is always there, which Chakra's own is not, so that its arrival is announced. */
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
