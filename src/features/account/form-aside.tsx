import { Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** A sentence below a form with the way to the other form in it; that link is a target of 44 px. */
export function FormAside({ children }: { children: ReactNode }) {
  return (
    <Text
      mt="6"
      color="fg.muted"
      css={{ '& a': { display: 'inline-block', minWidth: '11', paddingBlock: '0.6875rem', fontWeight: 'semibold' } }}
    >
      {children}
    </Text>
  )
}
