import { Box, Button, Flex } from '@chakra-ui/react'
import { Plural } from '@lingui/react/macro'
import * as m from 'framer-motion/m'
import type { ReactNode } from 'react'
import { useRowMotion } from '../ui/motion/motion.tsx'

interface NewRowsProps {
  /** requests that came while the list was on the screen and are not shown yet */
  count: number
  /** those that came onto an empty list and are shown: only screen readers must be told */
  came: number
  onShow: () => void
  /** what stands in this place otherwise */
  children: ReactNode
}

/** A button that shows the new requests of a list. Its place is always as high, so that the list does not move. */
export function NewRows({ count, came, onShow, children }: NewRowsProps) {
  const told = count + came
  return (
    <Flex align="center" minHeight="12" minWidth="0">
      {count > 0 ? (
        <Button size="sm" onClick={onShow}>
          <Plural value={count} one="# new request · Show" other="# new requests · Show" />
        </Button>
      ) : (
        children
      )}
      {/* always mounted, so that screen readers announce the change, once */}
      <Box srOnly role="status">
        {told > 0 && <Plural value={told} one="# new request" other="# new requests" />}
      </Box>
    </Flex>
  )
}

/** An animated list item, for use in `Rows`. */
export function ListRow({ children }: { children: ReactNode }) {
  return <m.li {...useRowMotion()}>{children}</m.li>
}
