import { Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** The number by which shop and buyer speak of an order; it is never broken into two lines. */
export function Reference({ children }: { children: ReactNode }) {
  return (
    <Text as="span" fontFamily="mono" fontWeight="semibold" letterSpacing="0.02em" whiteSpace="nowrap">
      {children}
    </Text>
  )
}
