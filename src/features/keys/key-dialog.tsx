import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { hasRight, type Right, rights } from '../../../contract/accounts.ts'
import { limits } from '../../../contract/limits.ts'
import type { Refusal } from '../../api/errors.ts'
import { useSession } from '../../data/session/use-session.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { rightHints } from '../../i18n/right-names.ts'
import { Form, FormFailure, useForm } from '../../parts/forms/form.tsx'
import { FormDialog } from '../../ui/dialogs/dialog.tsx'
import { CheckboxField } from '../../ui/forms/checkbox-field.tsx'
import type { FormHandle } from '../../ui/forms/form-types.ts'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { RightTicks, ticksOf } from '../../ui/forms/ticks.tsx'

/** What a right is for in the hands of a program, which never changes people or settings. */
const hints: Record<Right, MessageDescriptor> = {
  ...rightHints,
  people: msg`Reads users, subscribers and messages`,
  shop: msg`Reads which settings are missing`,
}

interface KeyValues {
  name: string
  rights: Record<Right, boolean>
  readOnly: boolean
  until: string
}

/** The value of a day that is typed by half is empty: the key would never end. */
function isHalfTyped(id: string): boolean {
  const field = document.getElementById(id)
  return field instanceof HTMLInputElement && field.validity.badInput
}
const noDay: Refusal = { status: 422, detail: '', errors: [{ path: 'until', rule: 'day', detail: '' }] }

/** A key that was just made and is shown this once. */
export interface MadeKey {
  _id: string
  name: string
  key: string
}

/** Makes a key for a program, with some of one's own rights. */
export function KeyDialog({ onClose, onMade }: { onClose: () => void; onMade: (made: MadeKey) => void }) {
  const { t } = useLingui()
  const { api } = useDeps()
  const session = useSession()
  const own = rights.filter((right) => hasRight(session, right))
  const form: FormHandle<KeyValues> = useForm<KeyValues>({
    name: 'api-key',
    initial: { name: '', rights: ticksOf(rights, []), readOnly: false, until: '' },
    // a forgotten draft must never grant rights later
    secret: ['rights'],
    check: (values) => ({
      name: values.name.trim() ? undefined : msg`Please enter a name.`,
      rights: own.some((right) => values.rights[right]) ? {} : { [own[0] ?? 'shop']: msg`Please choose at least one.` },
    }),
    submit: async (values) => {
      if (isHalfTyped(form.field('until').id)) return noDay
      const name = values.name.trim()
      const body = {
        name,
        rights: own.filter((right) => values.rights[right]),
        ...(values.readOnly && { readOnly: true }),
        ...(values.until !== '' && { until: values.until }),
      }
      const reply = await api.call('makeApiKey', { body })
      if (!reply.ok) return reply.refusal
      onMade({ ...reply.body, name })
      return 'done'
    },
  })
  return (
    <FormDialog form={form} onClose={onClose} title={t`Add an API key`}>
      <Form form={form}>
        <TextField
          field={form.field('name')}
          label={t`Name`}
          hint={t`Of the program, such as ERP`}
          maxLength={limits.nameLength}
          required
        />
        <RightTicks form={form} rights={own} hints={hints} />
        <CheckboxField field={form.field('readOnly')} label={t`Only reads`} />
        <TextField
          field={form.field('until')}
          type="date"
          label={t({ message: 'Works until', comment: 'the last day of an API key' })}
          hint={t`To the end of this day (UTC). Without a day, until it is revoked.`}
        />
        <FormFailure form={form} />
        <SubmitButton form={form}>{t({ message: 'Add', comment: 'button: adds a webhook' })}</SubmitButton>
      </Form>
    </FormDialog>
  )
}
