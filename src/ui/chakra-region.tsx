import { ChakraProvider } from '@chakra-ui/react/styled-system'
import type { ComponentType, ReactNode } from 'react'
import { system } from '../theme/system.ts'
import { MotionRegion } from './motion.tsx'

/** The context of Chakra's parts, and of what moves in them. The home page and the frame of the app do without it, and without its code. */
export function ChakraRegion({ children }: { children: ReactNode }) {
  return (
    <ChakraProvider value={system}>
      <MotionRegion>{children}</MotionRegion>
    </ChakraProvider>
  )
}

/** The same screen in a region of its own. */
export function inChakra<P extends object>(Screen: ComponentType<P>) {
  return (props: P) => (
    <ChakraRegion>
      <Screen {...props} />
    </ChakraRegion>
  )
}
