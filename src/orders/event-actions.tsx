import { Button } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { FileInput } from '../../contract/files.ts'
import { limits } from '../../contract/limits.ts'
import type { OrderEventInput } from '../../contract/order-events.ts'
import { dropFile } from '../db/files.ts'
import type { EventRow } from '../db/outbox-rows.ts'
import { useDeps } from '../db/use-deps.tsx'
import { canBeEdited, isRevocable } from '../sync/kinds.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { useStatusMessage } from '../ui/feedback/status-message.tsx'
import { useSaving } from '../ui/feedback/toaster.tsx'
import { beforeTry, EntryActions, TooLate } from '../ui/outbox-notice.tsx'
import { ReasonDialog } from './use-decision.tsx'

export type EventChanges = ReturnType<typeof useEventChanges>

/** Changes waiting events. Render `part` in a place that stays: an event may be sent while its dialog is open. */
export function useEventChanges() {
  const [status, announce] = useStatusMessage()
  const [edited, setEdited] = useState<EventRow>()
  const part = (
    <>
      {status}
      {edited && <WordsDialog key={edited.id} row={edited} onClose={() => setEdited(undefined)} onChanged={announce} />}
    </>
  )
  return { part, announce, editWords: setEdited }
}

/** Whether a form may still change an event: it waits, and the server cannot take both. */
export const isEditable = (row: EventRow) => row.state !== 'attention' && canBeEdited(beforeTry(row))

interface EventActionsProps {
  row: EventRow
  changes: EventChanges
  onEdit?: (() => void) | undefined
}

export function EventActions({ row, changes, onEdit }: EventActionsProps) {
  const { t } = useLingui()
  const { db, sync } = useDeps()
  const save = useSaving()
  const { announce, editWords } = changes
  const { body } = row.payload
  const isRefused = row.state === 'attention'
  const hasWords = 'text' in body || 'note' in body
  const edit = onEdit ?? (hasWords ? () => editWords(row) : undefined)
  const files = ('files' in body && body.files) || []
  /** Once the message has gone, the shop waits for the files that it names, and no call takes one back. */
  async function remove({ _id, name }: Pick<FileInput, '_id' | 'name'>) {
    const rest = files.filter((file) => file._id !== _id)
    const isEmpty = rest.length === 0 && (body.kind === 'document' || (body.kind === 'message' && !body.text))
    // a document without its file is discarded
    const without = { ...body, files: rest.length > 0 ? rest : undefined } as OrderEventInput
    const isGone = isEmpty
      ? await sync.discard(row.id)
      : await sync.replaceEvent({ id: row.id, newId: sync.newId(), body: without })
    if (isGone) await dropFile(db, row.userId, _id)
    announce(isGone ? <Trans>{name} is removed. It was not sent.</Trans> : <TooLate />)
  }
  return (
    <>
      <EntryActions
        row={row}
        size="sm"
        onEdit={isEditable(row) || (isRefused && onEdit) ? edit : undefined}
        onDiscarded={isRefused ? undefined : announce}
      />
      {!isRefused &&
        isRevocable(beforeTry(row)) &&
        files.map(({ _id, name }) => (
          <Button
            key={_id}
            size="sm"
            maxWidth="full"
            overflowWrap="anywhere"
            onClick={() => save(() => remove({ _id, name }))}
          >
            {t`Remove ${name}`}
          </Button>
        ))}
    </>
  )
}

interface WordsDialogProps {
  row: EventRow
  onClose: () => void
  onChanged: (sentence: ReactNode) => void
}

function WordsDialog({ row, onClose, onChanged }: WordsDialogProps) {
  const { t } = useLingui()
  const { sync } = useDeps()
  const [newId] = useState(() => sync.newId())
  const [isLate, setLate] = useState(false)
  const { body } = row.payload
  const isMessage = body.kind === 'message'
  const member = isMessage ? 'text' : 'note'
  async function change(words: string) {
    // of the same kind; where words are needed, the form asks for them
    const changed = { ...body, [member]: words.trim() || undefined } as OrderEventInput
    const isChanged = await sync.replaceEvent({ id: row.id, newId, body: changed })
    setLate(!isChanged)
    // what was typed stays, to be copied into a message
    if (!isChanged) return 'failed'
    onChanged(<Trans>Your change is saved.</Trans>)
    onClose()
    return 'done'
  }
  return (
    <ReasonDialog
      title={t`Change what is not sent yet`}
      action={t`Save`}
      reason={{
        name: `waiting-${row.id}`,
        label: isMessage
          ? t`Message`
          : t({ message: 'Reason', comment: 'label of a field: why the shop makes no offer' }),
        // the shop owes a reason when it turns a request down
        isOptional: !isMessage && body.kind !== 'close' && body.kind !== 'correct',
        initial: String(Reflect.get(body, member) ?? ''),
        maxLength: isMessage ? limits.eventTextLength : limits.noteLength,
      }}
      onClose={onClose}
      onAnswer={change}
    >
      {isLate && (
        <Notice kind="error">
          <TooLate />
        </Notice>
      )}
    </ReasonDialog>
  )
}
