import { Box, Card, chakra, DataList, Flex, Grid } from '@chakra-ui/react'
import * as m from 'framer-motion/m'
import { type ComponentProps, type ReactNode, startTransition, useEffect, useState } from 'react'
import { appearing } from './motion/motion.tsx'
import { useTitle } from './title.ts'

interface PageProps {
  title: string
  heading?: ReactNode
  lead?: ReactNode
  actions?: ReactNode
  narrow?: boolean
  /** hides the heading in print: the printed page has its own */
  isPaperTitled?: boolean
  children: ReactNode
}

/** The frame of a screen: tab title, main heading (focused after a navigation) and content. */
export function Page({ title, heading = title, lead, actions, narrow, isPaperTitled, children }: PageProps) {
  useTitle(title)
  return (
    <Box
      asChild
      display="grid"
      gap="7"
      width="full"
      {...(narrow && { maxWidth: '2xl', marginInline: 'auto' })}
      css={{ '& > *': { minWidth: '0' } }}
    >
      <m.div {...appearing()}>
        <Flex
          wrap="wrap"
          align="flex-end"
          justify="space-between"
          gap="4"
          pt="3"
          {...(isPaperTitled && { _print: { display: 'none' } })}
        >
          <Box minWidth="0">
            <h1 tabIndex={-1}>{heading}</h1>
            {lead && (
              <Box as="p" maxWidth="42rem" mt="2" color="fg.muted" fontSize="1.0625rem">
                {lead}
              </Box>
            )}
          </Box>
          {actions && (
            <Flex wrap="wrap" gap="3" _print={{ display: 'none' }}>
              {actions}
            </Flex>
          )}
        </Flex>
        {children}
      </m.div>
    </Box>
  )
}

interface LaterProps {
  /** how many parts of the screen are drawn before it, itself included */
  turn?: number
  children: ReactNode
}

/** A part that is drawn after the rest of its screen, between other work. Its place is as high as the window until then. */
export function Later({ turn = 1, children }: LaterProps) {
  const [left, setLeft] = useState(turn)
  // not a deferred value: inside another such part, both would be drawn at once
  useEffect(() => {
    if (left > 0) startTransition(() => setLeft(left - 1))
  }, [left])
  return left > 0 ? <Box minHeight="100dvh" /> : children
}

interface PanelProps extends Omit<ComponentProps<typeof Card.Root>, 'title'> {
  title?: ReactNode
  titleId?: string
}

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

export function Aside(props: ComponentProps<typeof Panel>) {
  return <Panel as="aside" position={{ lg: 'sticky' }} top="6" {...props} />
}

interface TermsProps extends Pick<DataList.RootProps, 'gridTemplateColumns'> {
  terms: readonly (readonly [label: string, value: ReactNode, width?: 'wide'])[]
}

/** Labels with their values, without those that have none. */
export function Terms({ terms, ...root }: TermsProps) {
  return (
    <DataList.Root {...root} _empty={{ display: 'none' }}>
      {terms.map(
        ([label, value, width]) =>
          value && (
            <DataList.Item key={label} gridColumn={width && '1 / -1'}>
              <DataList.ItemLabel>{label}</DataList.ItemLabel>
              <DataList.ItemValue display="block" minWidth="0">
                {value}
              </DataList.ItemValue>
            </DataList.Item>
          ),
      )}
    </DataList.Root>
  )
}

const filled = { borderRadius: 'full', bg: 'primary' }

/** Without a value something goes on that nobody can count. */
export const ProgressBar = chakra('progress', {
  base: {
    width: 'full',
    height: '2.5',
    appearance: 'none',
    border: '0',
    borderRadius: 'full',
    bg: 'border',
    '&::-webkit-progress-bar': { borderRadius: 'full', bg: 'border' },
    '&::-webkit-progress-value': filled,
    '&::-moz-progress-bar': filled,
  },
})
