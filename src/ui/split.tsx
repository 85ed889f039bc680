import { Grid } from '@chakra-ui/react'
import type { ComponentProps } from 'react'
import { Panel } from './panel.tsx'

/** Two columns: the content and a narrow `Aside`, which is below it on phones and tablets. */
export function Split(props: ComponentProps<typeof Grid>) {
  return <Grid gap="6" alignItems="start" templateColumns={{ lg: 'minmax(0, 1fr) 21rem' }} {...props} />
}

/** The narrow column of a `Split`; it stays visible while the content scrolls. */
export function Aside(props: ComponentProps<typeof Panel>) {
  return <Panel as="aside" position={{ lg: 'sticky' }} top="6" {...props} />
}
