import { Box, Flex } from '@chakra-ui/react'
import * as m from 'framer-motion/m'
import type { ReactNode } from 'react'
import { appearing } from './motion.tsx'
import { useTitle } from './title.ts'

interface PageProps {
  title: string
  /** the main heading, where it is more than the title's words */
  heading?: ReactNode
  /** a quiet sentence below the heading */
  lead?: ReactNode
  /** to the right of the heading, below it on a phone */
  actions?: ReactNode
  /** for forms and texts: a column that is comfortable to read */
  narrow?: boolean
  /** what is printed has a heading of its own */
  isPaperTitled?: boolean
  children: ReactNode
}

/** The frame of a screen: title of the tab, main heading (which gets the focus after a navigation), content. */
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
