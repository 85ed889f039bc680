import { Badge, Tabs } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { formatNumber } from '../../i18n/numbers.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { shopStateNames } from '../order-state-badge.tsx'
import { type BoardTab, boardTabs } from './board-rows.ts'

export const tabNames: Record<BoardTab, MessageDescriptor> = {
  waiting: msg({ message: 'To answer', comment: 'tab: requests that the exporter has to answer' }),
  way: msg({ message: 'On its way', comment: 'tab: accepted orders whose goods have not reached the buyer yet' }),
  ...shopStateNames,
  all: msg({ message: 'All', comment: 'tab: requests in every state' }),
}

interface BoardTabsProps {
  tab: BoardTab
  /** undefined while the orders are read from the device, and before any was saved there */
  counts: Partial<Record<BoardTab, number>> | undefined
  onTab: (tab: BoardTab) => void
  children: ReactNode
}

/** The tabs of the board, each with the number of its requests. */
export function BoardTabs({ tab, counts, onTab, children }: BoardTabsProps) {
  const { i18n } = useLingui()
  const locale = useLocale()
  return (
    <Tabs.Root
      value={tab}
      activationMode="manual"
      onValueChange={({ value }) => {
        const chosen = boardTabs.find((each) => each === value)
        if (chosen) onTab(chosen)
      }}
    >
      <Tabs.List>
        {boardTabs.map((each) => {
          const count = counts?.[each]
          return (
            <Tabs.Trigger
              key={each}
              value={each}
              // browsers leave one where it is that begins inside the row
              onFocus={(event) => event.currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
            >
              {i18n._(tabNames[each])}
              {count !== undefined && (
                <>
                  {' '}
                  <Badge colorPalette={each === 'waiting' && count > 0 ? 'accent' : 'gray'}>
                    {formatNumber(count, locale)}
                  </Badge>
                </>
              )}
            </Tabs.Trigger>
          )
        })}
      </Tabs.List>
      <Tabs.Content value={tab}>{children}</Tabs.Content>
    </Tabs.Root>
  )
}
