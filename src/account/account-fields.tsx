import { Flex, Text } from '@chakra-ui/react'
import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { limits } from '../../contract/limits.ts'
import type { Refusal } from '../api/exchange.ts'
import { fetchShop } from '../db/saved-shop.ts'
import { useDeps, useShop } from '../db/use-deps.tsx'
import { CheckboxField } from '../forms/checkbox-fields.tsx'
import { EmailField, PasswordField, TextField } from '../forms/fields.tsx'
import type { FieldError, FormHandle, Messages } from '../forms/form-types.ts'
import { legalNames } from '../i18n/legal-names.ts'

/** A sentence below a form with a link to another one. The link is a 44 px target. */
export function FormAside({ children }: { children: ReactNode }) {
  return (
    <Text
      mt="-4"
      color="fg.muted"
      css={{ '& a': { display: 'inline-block', minWidth: '11', paddingBlock: '0.6875rem', fontWeight: 'semibold' } }}
    >
      {children}
    </Text>
  )
}

type NewPassword = Record<'password' | 'confirm', string>
export type AccountValues = NewPassword & Record<'name' | 'email', string>

export interface NewAccountValues extends AccountValues {
  /** the version agreed to; 0 for none */
  terms: number
}

/** `invited`: the address that the account will have; without it, somebody types one. */
export function NewAccountFields({
  form,
  invited,
}: {
  form: FormHandle<NewAccountValues>
  invited?: string | undefined
}) {
  return (
    <>
      <NameField form={form} />
      {!invited && <EmailField field={form.field('email')} required />}
      <NewPasswordFields form={form} />
      <ConsentField form={form} />
    </>
  )
}

export function NameField({ form }: { form: FormHandle<{ name: string }> }) {
  const { t } = useLingui()
  const field = form.field('name')
  return <TextField field={field} label={t`Name`} autoComplete="name" maxLength={limits.nameLength} required />
}

/** A new password is entered twice (specification section 5, registration). */
export const checkNewPassword = ({ password, confirm }: NewPassword): Messages<NewPassword> => ({
  confirm: confirm === password ? undefined : msg`The "Password" and "Confirm Password" fields must match.`,
})

/** A new password and its confirmation. `hint`: where the password may stay as it is; else they are required. */
export function NewPasswordFields({ form, hint }: { form: FormHandle<NewPassword>; hint?: string }) {
  const { t } = useLingui()
  const shared = { autoComplete: 'new-password', required: hint === undefined } as const
  const least = plural(limits.passwordMin, { one: 'At least # character', other: 'At least # characters' })
  return (
    <>
      <PasswordField {...shared} field={form.field('password')} label={t`Password`} hint={hint ?? least} />
      <PasswordField {...shared} field={form.field('confirm')} label={t`Confirm Password`} />
    </>
  )
}

/** They open beside the form: passwords are not saved, and would be lost with it. */
function LegalLinks() {
  const { i18n } = useLingui()
  const { legal } = useShop()
  return (
    <Flex wrap="wrap" columnGap="4" css={{ '& a': { paddingBlock: '2.5' } }}>
      {(['terms', 'privacy'] as const).map(
        (page) =>
          legal[page] > 0 && (
            <Link key={page} to={`/${page}`} target="_blank">
              {i18n._(legalNames[page])} <Trans comment="after a link">(opens in a new tab)</Trans>
            </Link>
          ),
      )}
    </Flex>
  )
}

/** The tick of consent to the terms as they are; nothing where the shop has none. */
function ConsentField({ form }: { form: FormHandle<{ terms: number }> }) {
  const { t } = useLingui()
  const { terms } = useShop().legal
  if (terms === 0) return null
  const field = form.field('terms')
  const tick = { ...field, value: field.value === terms, set: (isOn: boolean) => field.set(isOn ? terms : 0) }
  return (
    <CheckboxField field={tick} label={t`I agree to the terms and conditions`}>
      <LegalLinks />
    </CheckboxField>
  )
}

/** Consent to the shop's terms, where it has some. The route fetches the newest settings meanwhile. */
export function useConsent() {
  const deps = useDeps()
  const { terms } = useShop().legal
  const check = (agreed: number): FieldError | undefined => {
    if (agreed === terms || terms === 0) return undefined
    return agreed > 0 ? { rule: 'changedMeanwhile' } : msg`Please agree to the terms to register.`
  }
  return {
    check,
    body: terms > 0 ? { terms } : {},
    /** after a refusal that is about the terms: the newest ones are here */
    refresh: async ({ errors }: Refusal) => {
      if (errors.some(({ path }) => path.replace(/^\//, '') === 'terms')) await fetchShop(deps).catch(() => undefined)
    },
  }
}

/** What every form for a new account starts with, keeps from the device and checks across fields. */
export const newAccountForm = (consent: ReturnType<typeof useConsent>) => ({
  initial: { name: '', email: '', password: '', confirm: '', terms: 0 },
  secret: ['password', 'confirm', 'terms'] satisfies (keyof NewAccountValues)[],
  check: (values: NewAccountValues) => ({ ...checkNewPassword(values), terms: consent.check(values.terms) }),
})
