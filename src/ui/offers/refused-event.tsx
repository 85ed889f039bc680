import { Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { EventRow } from '../../db/outbox-rows.ts'
import { problemRefusal } from '../../sync/problem-refusal.ts'
import { ButtonRow } from '../button-row.tsx'
import { useDeps } from '../deps.tsx'
import { DiscardButton } from '../discard-button.tsx'
import { Notice } from '../notice.tsx'
import { RefusalReasons } from '../refusal-reasons.tsx'

interface RefusedEventProps {
  row: EventRow
  /** what did not happen, in a sentence */
  what: ReactNode
  /** what has changed since, in place of the server's reason */
  meanwhile?: ReactNode
  /** buttons before 'Discard' */
  ways: ReactNode
}

/** An answer or message that the server refused, with the actions to resolve it. */
export function RefusedEvent({ row, what, meanwhile, ways }: RefusedEventProps) {
  const { t } = useLingui()
  const { sync } = useDeps()
  const { body } = row.payload
  return (
    <Notice kind="error">
      <Text fontWeight="bold">
        <Trans>Needs your attention</Trans>
      </Text>
      <p>{what}</p>
      {meanwhile ?? (row.problem && <RefusalReasons refusal={problemRefusal(row.problem)} verbatim />)}
      {body.kind === 'message' && <Text whiteSpace="pre-line">{body.text}</Text>}
      <ButtonRow>
        {ways}
        <DiscardButton title={t`Discard this?`} onDiscard={() => sync.discard(row.id)} />
      </ButtonRow>
    </Notice>
  )
}
