import { Card } from '@chakra-ui/react'
import type { ComponentProps, ReactNode } from 'react'

interface PanelProps extends Omit<ComponentProps<typeof Card.Root>, 'title'> {
  title?: ReactNode
  /** the id of the heading; with it the panel is a section named by its heading */
  titleId?: string
}

/** A card with a heading and evenly spaced content. */
export function Panel({ title, titleId, children, ...card }: PanelProps) {
  return (
    <Card.Root {...(titleId && { as: 'section' as const, 'aria-labelledby': titleId })} {...card}>
      {title && (
        <Card.Title as="h2" id={titleId}>
          {title}
        </Card.Title>
      )}
      <Card.Body>{children}</Card.Body>
    </Card.Root>
  )
}
