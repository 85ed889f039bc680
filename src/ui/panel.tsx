import { Card, Grid } from '@chakra-ui/react'
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

/** Two columns: the content and a narrow `Aside`, which is below it on phones and tablets. */
export function Split(props: ComponentProps<typeof Grid>) {
  return (
    <Grid
      gap="6"
      alignItems="start"
      templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 21rem' }}
      {...props}
    />
  )
}

/** The narrow column of a `Split`; it stays visible while the content scrolls. */
export function Aside(props: ComponentProps<typeof Panel>) {
  return <Panel as="aside" position={{ lg: 'sticky' }} top="6" {...props} />
}
