import { Badge, Box, Button, Text } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { problemRefusal } from '../db/outbox-rows.ts'
import type { OutboxRow, OutboxState } from '../db/rows.ts'
import { useDeps } from '../db/use-deps.tsx'
import { useAway } from '../sync/connection.ts'
import { isRevocable } from '../sync/kinds.ts'
import { ButtonRow } from './buttons.tsx'
import { Time } from './date-text.tsx'
import { ConfirmDialog } from './dialogs/dialog.tsx'
import { entryKindOf } from './entry-kinds.tsx'
import { LoginLink, Notice } from './feedback/notice.tsx'
import { useSaving } from './feedback/toaster.tsx'
import { RefusalReasons } from './refusal-reasons.tsx'

export function EntryTitle({ row }: { row: OutboxRow }) {
  const { Title } = entryKindOf(row)
  return <Title row={row} />
}

const badges: Record<OutboxState, { palette: string; text: MessageDescriptor }> = {
  queued: { palette: 'orange', text: msg`Waiting for a connection` },
  sending: { palette: 'blue', text: msg`Being sent` },
  'waiting-login': { palette: 'orange', text: msg`Log in to send` },
  attention: { palette: 'red', text: msg`Needs your attention` },
  done: { palette: 'green', text: msg`Sent` },
}

/** The state of an entry as a badge; with `sentAt` (ms or ISO 8601), when it was sent. */
export function EntryBadge({ state, sentAt }: { state: OutboxState; sentAt?: string | number | undefined }) {
  const { t } = useLingui()
  const { palette, text } = badges[state]
  return (
    <Badge colorPalette={palette}>
      {/* one flex item, even with a date inside */}
      <span>
        {state === 'done' && sentAt !== undefined ? (
          <Trans>
            Sent <Time at={sentAt} />
          </Trans>
        ) : (
          t(text)
        )}
      </span>
    </Badge>
  )
}

/** Returns a function that says where an entry is that the shop does not have yet. */
export function useWaitingText(): (row: Pick<OutboxRow, 'state' | 'problem'>) => string {
  const { t } = useLingui()
  const { storage } = useDeps()
  const isAway = useAway()
  return ({ state, problem }) => {
    if (state === 'sending' && !problem && !isAway) return t`Sending…`
    if (storage === 'memory')
      return t`This is NOT saved: this browser keeps nothing. Keep this page open until it is sent.`
    if (state === 'waiting-login') return t`It is saved on this device. Log in again and it will be sent automatically.`
    // Safari and Firefox have no Background Sync
    return 'serviceWorker' in navigator && 'SyncManager' in globalThis
      ? t`It is saved on this device and will be sent by itself as soon as there is a connection. You need not keep this page open.`
      : t`It is saved on this device and will be sent by itself as soon as there is a connection. In this browser it is sent only while the shop is open.`
  }
}

export function EntryReason({ row }: { row: OutboxRow }) {
  const { Reason } = entryKindOf(row)
  if (!row.problem) return null
  if (Reason && row.state === 'attention') return <Reason row={row} />
  return (
    <RefusalReasons
      refusal={problemRefusal(row.problem)}
      lines={row.payload.kind === 'order' ? row.payload.display.lines : undefined}
      verbatim={row.state === 'attention'}
    />
  )
}

interface EntryActionsProps {
  row: OutboxRow
  /** opens the place's form with what was written; absent where there is none, or it is not for this entry */
  onEdit?: (() => void) | undefined
  /** called with a sentence about what has become of it; without it the entry cannot be discarded here */
  onDiscarded?: ((sentence: ReactNode) => void) | undefined
  size?: 'sm'
}

export function EntryActions({ row, onEdit, onDiscarded, size }: EntryActionsProps) {
  const { Actions, hasOwnDiscard } = entryKindOf(row)
  const isRefused = row.state === 'attention'
  const mayRevoke = isRevocable(beforeTry(row))
  return (
    <>
      {Actions && mayRevoke && <Actions row={row} />}
      {onEdit && (
        <Button size={size} onClick={onEdit}>
          <Trans comment="button at a row">Edit</Trans>
        </Button>
      )}
      {onDiscarded && mayRevoke && !(isRefused && hasOwnDiscard) && (
        <Discard row={row} size={size} onDiscarded={onDiscarded} />
      )}
    </>
  )
}

/** Offline a try takes a moment, after which all is as before: buttons that go and come back would take the focus along. */
export function beforeTry<R extends OutboxRow>(row: R): R {
  return row.state === 'sending' && row.unsent ? { ...row, state: 'queued', attempts: row.attempts - 1 } : row
}

/** Discards an entry after a confirmation: this device has the only copy. */
function Discard({ row, size, onDiscarded = () => {} }: EntryActionsProps) {
  const { t } = useLingui()
  const { sync } = useDeps()
  const save = useSaving()
  const [isAsking, setAsking] = useState(false)
  async function discard() {
    const isGone = await sync.discard(row.id)
    setAsking(false)
    onDiscarded(isGone ? <Trans>Discarded. It was not sent.</Trans> : <TooLate />)
  }
  return (
    <>
      <Button size={size} colorPalette="red" onClick={() => setAsking(true)}>{t`Discard`}</Button>
      {isAsking && (
        <ConfirmDialog
          onClose={() => setAsking(false)}
          title={t`Discard without sending?`}
          confirm={t`Discard`}
          cancel={t`Keep`}
          onConfirm={() => save(discard)}
        >
          <p>
            <EntryTitle row={row} />
          </p>
          <Trans>It was not sent and cannot be brought back.</Trans>
        </ConfirmDialog>
      )}
    </>
  )
}

/** Stands where an entry could no longer be changed. */
export const TooLate = () => <Trans>It is being sent and can no longer be changed.</Trans>

interface OutboxNoticeProps extends EntryActionsProps {
  title?: ReactNode
  reason?: ReactNode
  /** in a row of a list, whose badge says the state: only the reason and the buttons */
  isInRow?: boolean
  /** not announced, since a sentence elsewhere says it */
  isQuiet?: boolean
  children?: ReactNode
}

/** An entry of the outbox that the shop does not have: where it is, why the shop refused it, and what can be done. */
export function OutboxNotice(props: OutboxNoticeProps) {
  const { row, title, reason = <EntryReason row={row} />, isInRow, isQuiet, children, ...actions } = props
  const { t } = useLingui()
  const waitingText = useWaitingText()
  const { sync } = useDeps()
  const { state } = row
  if (state === 'done') return null
  const isRefused = state === 'attention'
  const isWaiting = !isRefused && !isInRow
  const needsLogin = state === 'waiting-login'
  const buttons = (
    <ButtonRow>
      {isWaiting && needsLogin && <LoginLink />}
      {isWaiting && !needsLogin && <Button onClick={() => sync.sendNow()}>{t`Send now`}</Button>}
      {children}
      <EntryActions row={row} {...actions} />
    </ButtonRow>
  )
  if (isInRow) {
    return (
      <>
        {row.problem && (
          <Box
            role={isRefused && !isQuiet ? 'alert' : undefined}
            color={isRefused ? 'fg.error' : undefined}
            overflowWrap="anywhere"
            whiteSpace="normal"
          >
            {reason}
          </Box>
        )}
        {buttons}
      </>
    )
  }
  if (isWaiting) {
    return (
      <Notice kind={needsLogin ? 'warning' : 'info'} isQuiet={isQuiet}>
        {title}
        <p>{waitingText(row)}</p>
        {buttons}
      </Notice>
    )
  }
  const { refused } = entryKindOf(row)
  return (
    <Notice kind="error" isQuiet={isQuiet}>
      <Text fontWeight="bold">{t`Needs your attention`}</Text>
      {title}
      {refused && <p>{t(refused(row))}</p>}
      {reason}
      {buttons}
    </Notice>
  )
}

/** How many files of messages that have gone are still on this device. */
export function FilesWaiting({ files }: { files: number }) {
  return (
    <Plural
      value={files}
      one="# file of a message is still on this device and was not sent yet."
      other="# files of messages are still on this device and were not sent yet."
    />
  )
}
