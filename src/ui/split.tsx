import { Grid } from '@chakra-ui/react'
import type { ComponentProps } from 'react'
import { Panel } from './panel.tsx'

/** What a screen is about, and beside it (below it on phones and tablets) what is done with it. */
export function Split(props: ComponentProps<typeof Grid>) {
  return <Grid gap="6" alignItems="start" templateColumns={{ lg: 'minmax(0, 1fr) 21rem' }} {...props} />
}

/** The narrow side of a `Split`; it stays in sight while the other one scrolls. */
export function Aside(props: ComponentProps<typeof Panel>) {
  return <Panel as="aside" position={{ lg: 'sticky' }} top="6" {...props} />
}
