import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { limits } from '../../../contract/limits.ts'
import type { DraftRow } from '../../data/rows.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { Form, FormFailure, useForm } from '../../parts/forms/form.tsx'
import { FormDialog } from '../../ui/dialogs/dialog.tsx'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'

export function RenameDialog({ draft, onClose }: { draft: DraftRow; onClose: () => void }) {
  const { db, clock } = useDeps()
  const { t } = useLingui()
  const form = useForm({
    name: `draft-${draft.id}`,
    initial: { name: draft.name },
    check: ({ name }) => ({ name: name.trim() === '' ? msg`Please enter a name.` : undefined }),
    async submit({ name }) {
      // only the name: another tab may have changed the lines meanwhile
      await db.drafts.update(draft.id, { name: name.trim(), updatedAt: clock.now() })
      onClose()
      return 'done'
    },
  })
  return (
    <FormDialog form={form} onClose={onClose} title={t`Rename “${draft.name}”`}>
      <Form form={form}>
        <TextField field={form.field('name')} label={t`Name of the draft`} required maxLength={limits.nameLength} />
        <FormFailure form={form} />
        <SubmitButton form={form}>
          <Trans>Save</Trans>
        </SubmitButton>
      </Form>
    </FormDialog>
  )
}
