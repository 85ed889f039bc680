import { Flex } from '@chakra-ui/react'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Refusal } from '../api/api-errors.ts'
import { fetchShop } from '../db/pull-shop.ts'
import { useDeps } from '../db/use-deps.tsx'
import { useShop } from '../db/use-shop.ts'
import { CheckboxField } from '../forms/checkbox-field.tsx'
import type { FieldError, FormHandle } from '../forms/form-types.ts'
import { legalNames } from '../i18n/legal-names.ts'

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
export function ConsentField({ form }: { form: FormHandle<{ terms: number }> }) {
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

interface Consent {
  /** what is wrong with the version of the terms that was agreed to; 0 for none */
  check: (agreed: number) => FieldError | undefined
  /** what is sent */
  body: { terms?: number }
  /** after a refusal that is about the terms: the newest ones are here */
  refresh: (refusal: Refusal) => Promise<void>
}

/** Consent to the shop's terms, where it has some, in a form that makes an account. The route fetches the newest settings meanwhile. */
export function useConsent(): Consent {
  const deps = useDeps()
  const { terms } = useShop().legal
  const check: Consent['check'] = (agreed) => {
    if (agreed === terms || terms === 0) return undefined
    return agreed > 0 ? { rule: 'changedMeanwhile' } : msg`Please agree to the terms to register.`
  }
  return {
    check,
    body: terms > 0 ? { terms } : {},
    refresh: async ({ errors }) => {
      if (errors.some(({ path }) => path.replace(/^\//, '') === 'terms')) await fetchShop(deps).catch(() => undefined)
    },
  }
}
