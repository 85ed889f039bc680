import { chakra } from '@chakra-ui/react'

/** The number of an order, in letters that cannot be mistaken for each other. */
export const Reference = chakra('span', {
  base: { fontFamily: 'mono', fontWeight: 'semibold', letterSpacing: '0.02em', whiteSpace: 'nowrap' },
})
