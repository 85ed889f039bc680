import { Box, Flex } from '@chakra-ui/react'
import * as m from 'framer-motion/m'
import type { ReactNode } from 'react'
import { appearing } from './motion/motion.tsx'
import { useTitle } from './title.ts'

interface PageProps {
  title: string
  /** the main heading, if it differs from the title */
  heading?: ReactNode
  /** a muted sentence below the heading */
  lead?: ReactNode
  /** to the right of the heading, below it on a phone */
  actions?: ReactNode
  /** a narrow column, for forms and texts */
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
