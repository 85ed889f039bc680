import { Flex } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** Buttons side by side; they wrap into the next row. */
export function ButtonRow({ children }: { children: ReactNode }) {
  return (
    <Flex wrap="wrap" gap="3">
      {children}
    </Flex>
  )
}
