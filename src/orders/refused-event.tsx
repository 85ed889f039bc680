import { Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactElement, ReactNode } from 'react'
import { useDeps } from '../db/use-deps.tsx'
import type { EventRow } from '../sync/outbox-rows.ts'
import { problemRefusal } from '../sync/problem-refusal.ts'
import { ButtonRow } from '../ui/buttons.tsx'
import { DiscardButton } from '../ui/dialogs/discard-button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { RefusalReasons } from '../ui/refusal-reasons.tsx'

interface RefusedEventProps {
  row: EventRow
  /** the answered offer was no longer open */
  isLate?: boolean
  /** what has changed since, in place of the server's reason */
  meanwhile?: ReactNode
  /** buttons before 'Discard' */
  ways: ReactNode
}

/** An answer or message that the server refused, with the actions to resolve it. */
export function RefusedEvent({ row, isLate = false, meanwhile, ways }: RefusedEventProps) {
  const { t } = useLingui()
  const { sync } = useDeps()
  const { body } = row.payload
  return (
    <Notice kind="error">
      <Text fontWeight="bold">
        <Trans>Needs your attention</Trans>
      </Text>
      <p>
        <What kind={body.kind} isLate={isLate} />
      </p>
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

/** What did not happen, in a sentence. */
function What({ kind, isLate }: { kind: EventRow['payload']['body']['kind']; isLate: boolean }): ReactElement {
  switch (kind) {
    case 'offer':
      return <Trans>Your offer was not sent.</Trans>
    case 'withdraw':
      return <Trans>The offer was not withdrawn.</Trans>
    case 'close':
      return <Trans>The request was not turned down.</Trans>
    case 'accept':
      return <Trans>Your acceptance did not take effect.</Trans>
    case 'decline':
      return isLate ? (
        <Trans>Your refusal did not reach us in time.</Trans>
      ) : (
        <Trans>Your refusal did not take effect.</Trans>
      )
    case 'cancel':
      return <Trans>The request was not cancelled.</Trans>
    case 'message':
      return <Trans>The shop did not accept this message.</Trans>
    case 'milestone':
      return <Trans>This step of the shipment was not reported.</Trans>
    case 'correct':
      return <Trans>The step of the shipment was not corrected.</Trans>
  }
}
