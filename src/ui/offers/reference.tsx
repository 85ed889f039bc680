import { chakra } from '@chakra-ui/react'

/** The reference of an order, in a typeface without ambiguous letters. */
export const Reference = chakra('span', {
  base: { fontFamily: 'mono', fontWeight: 'semibold', letterSpacing: '0.02em', whiteSpace: 'nowrap' },
})
