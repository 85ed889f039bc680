import { ChakraProvider } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'
import { system } from '../theme/system.ts'

/** Stands around widgets of Chakra, which come in chunks of their own: the first screen does without Chakra's weight. */
export function ChakraRegion({ children }: { children: ReactNode }) {
  return <ChakraProvider value={system}>{children}</ChakraProvider>
}
