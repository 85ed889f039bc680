import { Button, Collapsible } from '@chakra-ui/react'
import { type ReactNode, useState } from 'react'
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
  const [opened, setOpened] = useState<boolean>()
  // it stays open while somebody empties it to type something else
  if (isFilled && opened === undefined) setOpened(true)
  const change = (open: boolean) => {
    setOpened(open)
    onOpenChange?.(open)
  }
  return (
    <Collapsible.Root open={isWrong || (opened ?? false)} onOpenChange={({ open }) => change(open)}>
      <Collapsible.Trigger asChild>
        <Button variant="ghost" width="full" justifyContent="flex-start" textAlign="start" px="2">
          <Collapsible.Indicator
            css={{
              transition: 'transform {durations.fast}',
              _open: { transform: 'rotate(180deg)' },
              _motionReduce: { transition: 'none' },
            }}
          >
            <Icon name="down" />
          </Collapsible.Indicator>
          <span>{title}</span>
        </Button>
      </Collapsible.Trigger>
      {/* cut at its edges, so with room for the outline of a field there */}
      <Collapsible.Content px="1.5" mx="-1.5" pb="1.5">
        {children}
      </Collapsible.Content>
    </Collapsible.Root>
  )
}
