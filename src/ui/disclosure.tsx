import { Box, Button } from '@chakra-ui/react'
import { type ReactNode, useId, useState } from 'react'
import { Icon } from './icon.tsx'

interface DisclosureProps {
  title: ReactNode
  /** it is open until somebody closes it */
  isFilled?: boolean
  /** what is wrong in it must be seen */
  isWrong?: boolean
  onOpenChange?: (open: boolean) => void
  children: ReactNode
}

export function Disclosure({ title, isFilled = false, isWrong = false, onOpenChange, children }: DisclosureProps) {
  const id = useId()
  const [opened, setOpened] = useState<boolean>()
  // it stays open while somebody empties it to type something else
  if (isFilled && opened === undefined) setOpened(true)
  const isOpen = isWrong || (opened ?? false)
  return (
    <div>
      <Button
        variant="ghost"
        width="full"
        justifyContent="flex-start"
        textAlign="start"
        px="2"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => {
          setOpened(!isOpen)
          onOpenChange?.(!isOpen)
        }}
      >
        <Box as="span" css={{ rotate: isOpen ? '180deg' : '0deg', transition: 'rotate {durations.fast}' }}>
          <Icon name="down" />
        </Box>
        <span>{title}</span>
      </Button>
      <div id={id} hidden={!isOpen}>
        {children}
      </div>
    </div>
  )
}
