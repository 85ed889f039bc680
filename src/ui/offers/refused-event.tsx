import { Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { EventRow } from '../../data/outbox/outbox-rows.ts'
import { problemRefusal } from '../../data/outbox/problem-refusal.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { ButtonRow } from '../buttons.tsx'
import { DiscardButton } from '../dialogs/discard-button.tsx'
import { Notice } from '../feedback/notice.tsx'
import { RefusalReasons } from '../feedback/refusal-reasons.tsx'

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
      {body.kind === 'message' && (
        <Text whiteSpace="pre-line" unicodeBidi="plaintext">
          {body.text}
        </Text>
      )}
      <ButtonRow>
        {ways}
        <DiscardButton title={t`Discard without sending?`} onDiscard={() => sync.discard(row.id)} />
      </ButtonRow>
    </Notice>
  )
}
