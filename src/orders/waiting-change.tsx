import { Button } from '@chakra-ui/react'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { FileInput } from '../../contract/files.ts'
import { limits } from '../../contract/limits.ts'
import type { OrderEventInput } from '../../contract/order-events.ts'
import { dropFile } from '../db/file-store.ts'
import { useDeps } from '../db/use-deps.tsx'
import { TextAreaField } from '../forms/fields.tsx'
import { Form, SubmitButton, useForm } from '../forms/form.tsx'
import { canBeEdited } from '../sync/event-entries.ts'
import type { EventRow } from '../sync/outbox-rows.ts'
import { mayTakeBack } from '../sync/outbox-steps.ts'
import { ConfirmDialog, FormDialog } from '../ui/dialogs/dialog.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { useSaving } from '../ui/feedback/toaster.tsx'

/** Said where an event could no longer be changed. */
function TooLate() {
  return <Trans>It is being sent and can no longer be changed.</Trans>
}

interface EditWaitingProps {
  row: EventRow
  onClose: () => void
  /** called with a sentence about what was changed */
  onChanged: (sentence: ReactNode) => void
}

/** The words of a message or of an answer that waits on this device. */
function EditWaiting({ row, onClose, onChanged }: EditWaitingProps) {
  const { t } = useLingui()
  const { sync } = useDeps()
  const [newId] = useState(() => sync.newId())
  const [isLate, setLate] = useState(false)
  const { body } = row.payload
  const isMessage = body.kind === 'message'
  // the shop owes a reason when it turns a request down
  const isRequired = isMessage || body.kind === 'close' || body.kind === 'correct'
  const form = useForm({
    name: `waiting-${row.id}`,
    owner: row.userId,
    initial: { words: wordsOf(body) },
    check: ({ words }) => ({ words: isRequired && words.trim() === '' ? msg`Please fill in this field` : undefined }),
    submit: async ({ words }) => {
      const isChanged = await sync.replaceEvent({ id: row.id, newId, body: withWords(body, words.trim()) })
      setLate(!isChanged)
      // what was typed stays, to be copied into a message
      if (!isChanged) return 'failed'
      onChanged(<Trans>Your change is saved.</Trans>)
      onClose()
      return 'done'
    },
  })
  const label = isMessage
    ? t`Message`
    : t({ message: 'Reason', comment: 'label of a field: why the shop makes no offer' })
  return (
    <FormDialog onClose={onClose} title={t`Change what is not sent yet`}>
      <Form form={form}>
        <TextAreaField
          field={form.field('words')}
          label={label}
          rows={4}
          maxLength={isMessage ? limits.eventTextLength : limits.noteLength}
        />
        {isLate && (
          <Notice kind="error">
            <TooLate />
          </Notice>
        )}
        <SubmitButton form={form}>{t`Save`}</SubmitButton>
      </Form>
    </FormDialog>
  )
}

function wordsOf(body: OrderEventInput): string {
  if (body.kind === 'message') return body.text ?? ''
  return 'note' in body ? (body.note ?? '') : ''
}

function withWords(body: OrderEventInput, words: string): OrderEventInput {
  switch (body.kind) {
    case 'message':
      return { ...body, text: words }
    case 'close':
    case 'correct':
      return { ...body, note: words }
    case 'milestone':
      return { ...body, note: words || undefined }
    case 'accept':
    case 'decline':
      return { kind: body.kind, offer: body.offer, ...(words && { note: words }) }
    case 'cancel':
      return { kind: 'cancel', ...(words && { note: words }) }
    case 'offer':
    case 'withdraw':
      return body
  }
}

type WaitingDialogs = ReturnType<typeof useWaitingDialogs>

interface WaitingChangeProps {
  /** an event that has not reached the server */
  row: EventRow
  /** false where another button edits it */
  hasEdit?: boolean
  dialogs: WaitingDialogs
}

/** What can be done with an event that waits: nothing with a refused one, which has a notice of its own. */
export function useWaitingChange(row: EventRow): { canEdit: boolean; canTakeBack: boolean } {
  const isRefused = row.state === 'attention'
  const steady = beforeTry(row)
  return { canEdit: !isRefused && canBeEdited(steady, mayTakeBack), canTakeBack: !isRefused && mayTakeBack(steady) }
}

/** Offline a try takes a moment, after which all is as before: buttons that go and come back would take the focus along. */
function beforeTry(row: EventRow): EventRow {
  return row.state === 'sending' && row.unsent ? { ...row, state: 'queued', attempts: row.attempts - 1 } : row
}

/**
 * The dialogs of what waits, for a part of the screen that stays: an event may be sent while one is open, and what is typed
 * must not go with its row. `onChanged` is called with a sentence about what was changed.
 */
export function useWaitingDialogs(onChanged: (sentence: ReactNode) => void) {
  const { t } = useLingui()
  const { sync } = useDeps()
  const [open, setOpen] = useState<{ what: 'edit' | 'take-back'; row: EventRow }>()
  const close = () => setOpen(undefined)
  async function takeBack(id: string) {
    const isGone = await sync.discard(id)
    onChanged(isGone ? <Trans>Taken back. It was not sent.</Trans> : <TooLate />)
    close()
  }
  const dialog =
    open?.what === 'edit' ? (
      <EditWaiting row={open.row} onClose={close} onChanged={onChanged} />
    ) : (
      open && (
        <ConfirmDialog
          onClose={close}
          title={t`Take this back?`}
          confirm={t({
            message: 'Take back',
            comment: 'button: an offer, answer or message that waits on this device is not sent after all',
          })}
          cancel={t({ message: 'Close', comment: 'button that closes a dialog' })}
          onConfirm={() => void takeBack(open.row.id)}
        >
          <Trans>It was not sent and cannot be brought back.</Trans>
        </ConfirmDialog>
      )
    )
  return { dialog, onChanged, open: (what: 'edit' | 'take-back', row: EventRow) => setOpen({ what, row }) }
}

/** Buttons that change an event or take it back before it is sent. */
export function WaitingChange({ row, hasEdit = true, dialogs }: WaitingChangeProps) {
  const { t } = useLingui()
  const { db, sync } = useDeps()
  const { canEdit, canTakeBack } = useWaitingChange(row)
  const save = useSaving()
  const { onChanged } = dialogs
  const { body } = row.payload
  const hasText = 'text' in body || 'note' in body
  const files = ('files' in body && body.files) || []
  /** Once the message has gone, the shop waits for the files that it names, and no call takes one back. */
  async function remove({ _id, name }: Pick<FileInput, '_id' | 'name'>) {
    const rest = files.filter((file) => file._id !== _id)
    const isEmpty = body.kind === 'message' && !body.text && rest.length === 0
    const without = { ...body, files: rest.length > 0 ? rest : undefined }
    const isGone = isEmpty
      ? await sync.discard(row.id)
      : await sync.replaceEvent({ id: row.id, newId: sync.newId(), body: without })
    if (isGone) await dropFile(db, row.userId, _id)
    onChanged(isGone ? <Trans>{name} is removed. It was not sent.</Trans> : <TooLate />)
  }
  return (
    <>
      {hasEdit && canEdit && hasText && (
        <Button size="sm" onClick={() => dialogs.open('edit', row)}>
          <Trans comment="button at a row">Edit</Trans>
        </Button>
      )}
      {canTakeBack && (
        <Button size="sm" onClick={() => dialogs.open('take-back', row)}>
          <Trans comment="button: an offer, answer or message that waits on this device is not sent after all">
            Take back
          </Trans>
        </Button>
      )}
      {canTakeBack &&
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
