import { Flex, Text } from '@chakra-ui/react'
import { type ReactNode, useId } from 'react'

interface BesideLabelProps {
  label: string
  /** gets the id that the label names */
  children: (id: string) => ReactNode
}

/** A short control with its label beside it, for the choices of a list. */
export function BesideLabel({ label, children }: BesideLabelProps) {
  const id = useId()
  return (
    <Flex wrap="wrap" align="center" columnGap="2">
      <Text asChild color="fg.muted">
        <label htmlFor={id}>{label}</label>
      </Text>
      {children(id)}
    </Flex>
  )
}
