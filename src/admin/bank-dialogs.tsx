import { Stack } from '@chakra-ui/react'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { limits } from '../../contract/limits.ts'
import { BankInput, BankPassword, isBic, isIban, looksLikeIban, type Seller } from '../../contract/papers/parties.ts'
import { useDeps } from '../db/use-deps.tsx'
import { useSession } from '../db/use-session.ts'
import { PasswordField, TextField } from '../forms/fields.tsx'
import { Form, FormFailure, SubmitButton, useForm } from '../forms/form.tsx'
import type { FormHandle } from '../forms/form-types.ts'
import { FormDialog } from '../ui/dialogs/dialog.tsx'
import { useIsMounted } from '../ui/use-is-here.ts'
import { type BankField, bankLabels } from './seller-labels.ts'

/** Closes this dialog: an answer that comes after it was closed by hand must not close the next one. */
function useCloseOwn(onClose: () => void) {
  const isOpen = useIsMounted()
  return () => isOpen() && onClose()
}

interface BankDialogProps {
  /** the shop has no account yet */
  isFirst: boolean
  onClose: () => void
  onChanged: (seller: Seller) => void
}

/** The fields of another bank account, and the password of who gives it. What was typed stays when it is closed, without the password. */
export function BankDialog({ isFirst, onClose, onChanged }: BankDialogProps) {
  const { t } = useLingui()
  const { api } = useDeps()
  const session = useSession()
  const close = useCloseOwn(onClose)
  const form = useForm({
    name: 'bank',
    owner: session?.userId ?? '',
    initial: { holder: '', bank: '', account: '', bic: '', password: '' },
    secret: ['password'],
    schema: BankInput,
    body: bodyOf,
    check: ({ account, bic }) => ({
      account: looksLikeIban(account) && !isIban(account) ? { rule: 'iban' } : undefined,
      bic: bic.trim() === '' || isBic(bicOf(bic)) ? undefined : msg`A BIC has eight or eleven characters`,
    }),
    submit: async (values) => {
      const reply = await api.call('changeBank', { body: bodyOf(values) })
      if (!reply.ok) return reply.refusal
      onChanged(reply.body)
      close()
      return 'done'
    },
  })
  const field = (name: BankField) => ({ field: form.field(name), label: t(bankLabels[name]) })
  return (
    <FormDialog onClose={onClose} title={isFirst ? t`Give a bank account` : t`Change the bank account`}>
      <Form form={form}>
        {!isFirst && (
          <p>
            <Trans>
              The current account stays in effect for 24 more hours, or until a second person confirms the new one.
              Every administrator is notified by email.
            </Trans>
          </p>
        )}
        <TextField {...field('holder')} maxLength={limits.nameLength} required />
        <TextField {...field('bank')} maxLength={limits.nameLength} required />
        <TextField {...field('account')} autoCapitalize="characters" maxLength={limits.accountLength} required />
        <TextField {...field('bic')} autoCapitalize="characters" maxLength={20} />
        <OwnPassword form={form} />
        <FormFailure form={form} />
        <SubmitButton form={form}>{t`Save`}</SubmitButton>
      </Form>
    </FormDialog>
  )
}

/** As the bank writes it: capitals without spaces. */
const bicOf = (text: string) => text.replace(/\s/g, '').toUpperCase()
const bodyOf = (values: BankInput): BankInput => ({ ...values, bic: bicOf(values.bic) })

function OwnPassword({ form }: { form: FormHandle<{ password: string }> }) {
  const { t } = useLingui()
  return (
    <PasswordField field={form.field('password')} label={t`Your password`} autoComplete="current-password" required />
  )
}

interface ConfirmBankDialogProps {
  pending: { _id: string }
  onClose: () => void
  onChanged: (seller: Seller) => void
  /** the new account */
  children: ReactNode
}

/** The second person says that a new account is right. */
export function ConfirmBankDialog({ pending, onClose, onChanged, children }: ConfirmBankDialogProps) {
  const { t } = useLingui()
  const { api } = useDeps()
  const close = useCloseOwn(onClose)
  const form = useForm({
    name: 'confirm-bank',
    initial: { password: '' },
    secret: ['password'],
    schema: BankPassword,
    submit: async ({ password }) => {
      const reply = await api.call('confirmBank', { params: { id: pending._id }, body: { password } })
      if (!reply.ok) return reply.refusal
      onChanged(reply.body)
      close()
      return 'done'
    },
  })
  return (
    <FormDialog onClose={onClose} title={t`Confirm the new account`}>
      <Stack gap="3" mb="5">
        <p>
          <Trans>
            Compare it with what the bank wrote, and ask the person by telephone. It takes effect at once, and pro
            formas name it from now on.
          </Trans>
        </p>
        {children}
      </Stack>
      <Form form={form}>
        <OwnPassword form={form} />
        <FormFailure form={form} />
        <SubmitButton form={form}>{t`Confirm the new account`}</SubmitButton>
      </Form>
    </FormDialog>
  )
}
