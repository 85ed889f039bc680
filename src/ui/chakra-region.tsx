import { ChakraProvider } from '@chakra-ui/react/styled-system'
import type { ComponentType, ReactNode } from 'react'
import { system } from '../theme/system.ts'
import { MotionRegion } from './motion/motion.tsx'

/** The context of Chakra's components and their animations. The home page and the app's frame do not load this code. */
export function ChakraRegion({ children }: { children: ReactNode }) {
  return (
    <ChakraProvider value={system}>
      <MotionRegion>{children}</MotionRegion>
    </ChakraProvider>
  )
}

export function inChakra<P extends object>(Screen: ComponentType<P>) {
  return (props: P) => (
    <ChakraRegion>
      <Screen {...props} />
    </ChakraRegion>
  )
}
