import { Flex, Text } from '@chakra-ui/react'
import { type ReactNode, useId } from 'react'

interface BesideLabelProps {
  label: string
  /** gets the id that the label names */
  children: (id: string) => ReactNode
}

/** A short control with its label beside it, or above it on a phone, for the choices of a list. */
export function BesideLabel({ label, children }: BesideLabelProps) {
  const id = useId()
  return (
    <Flex
      direction={{ base: 'column', sm: 'row' }}
      wrap={{ sm: 'wrap' }}
      align={{ base: 'flex-start', sm: 'center' }}
      columnGap="2"
    >
      <Text asChild color="fg.muted">
        <label htmlFor={id}>{label}</label>
      </Text>
      {children(id)}
    </Flex>
  )
}
