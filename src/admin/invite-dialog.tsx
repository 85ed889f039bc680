import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { InvitationMade } from '../../contract/accounts.ts'
import { hasRight, type Right, rights } from '../../contract/accounts.ts'
import { isEmail } from '../../contract/fields.ts'
import { locales, toLocale } from '../../contract/locales.ts'
import { useDeps } from '../db/use-deps.tsx'
import { useSession } from '../db/use-session.ts'
import { checkedOf, RightCheckboxes } from '../forms/checkbox-fields.tsx'
import { EmailField } from '../forms/fields.tsx'
import { Form, FormFailure, SubmitButton, useForm } from '../forms/form.tsx'
import type { FormHandle } from '../forms/form-types.ts'
import { SelectField } from '../forms/select.tsx'
import { rightHints } from '../i18n/right-names.ts'
import { languageNames, useLocale } from '../i18n/use-locale.ts'
import { FormDialog } from '../ui/dialogs/dialog.tsx'
import { useIsMounted } from '../ui/use-is-here.ts'

interface InviteValues {
  email: string
  language: string
  rights: Record<Right, boolean>
}

/** A link that was just made, and the address that also gets a mail. */
export interface MadeLink extends Pick<InvitationMade, '_id' | 'url' | 'isMailed'> {
  email: string | undefined
}

interface InviteDialogProps {
  onClose: () => void
  onMade: (made: MadeLink) => void
}

/** Invites a colleague with some of one's own rights. */
export function InviteDialog({ onClose, onMade }: InviteDialogProps) {
  const { t } = useLingui()
  const { api } = useDeps()
  const session = useSession()
  const isOpen = useIsMounted()
  const language = useLocale()
  // the server refuses others
  const own = rights.filter((right) => hasRight(session, right))
  const form: FormHandle<InviteValues> = useForm<InviteValues>({
    name: 'invitation',
    initial: { email: '', language, rights: checkedOf(rights, []) },
    // a forgotten draft must never grant rights later
    secret: ['rights'],
    paths: { rights: `rights/${own[0] ?? 'shop'}` },
    check: (values) => ({
      email: values.email.trim() === '' || isEmail(values.email) ? undefined : msg`Please enter a valid email address.`,
      rights: own.some((right) => values.rights[right]) ? {} : { [own[0] ?? 'shop']: msg`Please choose at least one.` },
    }),
    submit: async (values) => {
      const email = values.email.trim() || undefined
      const body = {
        ...(email && { email }),
        rights: own.filter((right) => values.rights[right]),
        language: toLocale(values.language) ?? language,
      }
      const reply = await api.call('invite', { body })
      if (!reply.ok) return reply.refusal
      onMade({ ...reply.body, email })
      // closed by hand before the answer: the next one may be open
      if (isOpen()) onClose()
      return 'done'
    },
  })
  return (
    <FormDialog form={form} onClose={onClose} title={t`Invite a colleague`}>
      <Form form={form}>
        <EmailField
          field={form.field('email')}
          autoComplete="off"
          hint={t`Gets the invitation by mail, where the shop sends mails. Without an address you pass on a link yourself.`}
        />
        <SelectField
          field={form.field('language')}
          label={t`Language of the mail`}
          options={locales.map((each) => ({ value: each, label: languageNames[each] }))}
        />
        <RightCheckboxes form={form} rights={own} hints={rightHints} />
        <FormFailure form={form} />
        <SubmitButton form={form}>{t({ message: 'Invite', comment: 'button: makes an invitation' })}</SubmitButton>
      </Form>
    </FormDialog>
  )
}
