import { Button, type ButtonProps, Flex } from '@chakra-ui/react'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'

export function ButtonRow({ children }: { children: ReactNode }) {
  return (
    <Flex wrap="wrap" gap="3" _empty={{ display: 'none' }}>
      {children}
    </Flex>
  )
}

type ButtonAnchorProps = ComponentProps<'a'> & Pick<ButtonProps, 'variant'>

function ButtonAnchor({ variant, children, ...anchor }: ButtonAnchorProps) {
  return (
    <Button asChild variant={variant}>
      <a {...anchor}>{children}</a>
    </Button>
  )
}

export const LinkButton = createLink(ButtonAnchor)
