import { Button, type ButtonProps } from '@chakra-ui/react'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

type ButtonAnchorProps = ComponentProps<'a'> & Pick<ButtonProps, 'variant'>

function ButtonAnchor({ variant, children, ...anchor }: ButtonAnchorProps) {
  return (
    <Button asChild variant={variant}>
      <a {...anchor}>{children}</a>
    </Button>
  )
}

/** A link within the app that looks like a button. */
export const LinkButton = createLink(ButtonAnchor)
