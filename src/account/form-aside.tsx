import { Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** A sentence below a form with a link to another one. The link is a 44 px target. */
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
