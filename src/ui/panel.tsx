import { Card } from '@chakra-ui/react'
import type { ComponentProps, ReactNode } from 'react'

interface PanelProps extends Omit<ComponentProps<typeof Card.Root>, 'title'> {
  title?: ReactNode
  /** the id of the heading, for `aria-labelledby` */
  titleId?: string
}

/** A raised sheet with a heading; its content has even gaps. */
export function Panel({ title, titleId, children, ...card }: PanelProps) {
  return (
    <Card.Root {...card}>
      {title && (
        <Card.Title as="h2" {...(titleId && { id: titleId })}>
          {title}
        </Card.Title>
      )}
      <Card.Body>{children}</Card.Body>
    </Card.Root>
  )
}
