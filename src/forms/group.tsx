import { Fieldset } from '@chakra-ui/react'
import type { ReactNode } from 'react'

interface GroupProps {
  legend: ReactNode
  /** as large as a heading, for a part of a long form */
  isPart?: boolean
  children: ReactNode
}

const part = { pb: '3', fontFamily: 'heading', fontSize: 'xl', lineHeight: '1.3' } as const

/** Fields that belong together, below their name. */
export function Group({ legend, isPart = false, children }: GroupProps) {
  return (
    <Fieldset.Root display="grid" gap={isPart ? '4.5' : '3'} minWidth="0" margin="0" padding="0">
      <Fieldset.Legend padding="0" pb="2" fontWeight="semibold" {...(isPart && part)}>
        {legend}
      </Fieldset.Legend>
      {children}
    </Fieldset.Root>
  )
}
