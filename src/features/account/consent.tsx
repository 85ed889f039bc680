import { Flex } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Refusal } from '../../api/errors.ts'
import { fetchShop } from '../../data/shop/pull-shop.ts'
import { useShop } from '../../data/shop/use-shop.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { legalNames } from '../../i18n/legal-names.ts'
import { CheckboxField } from '../../ui/forms/checkbox-field.tsx'
import type { FormHandle } from '../../ui/forms/form-types.ts'

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

/** The tick of consent; nothing where the shop has no terms. */
export function ConsentField({ form }: { form: FormHandle<{ terms: boolean }> }) {
  const { t } = useLingui()
  const { terms } = useShop().legal
  if (terms === 0) return null
  return (
    <CheckboxField field={form.field('terms')} label={t`I agree to the terms and conditions`}>
      <LegalLinks />
    </CheckboxField>
  )
}

interface Consent {
  /** what is wrong with the tick */
  check: (tick: boolean) => MessageDescriptor | undefined
  /** what is sent */
  body: { terms?: number }
  /** whether a refusal is about the terms; the tick then has to be set again, and the newest terms are here */
  isRefused: (refusal: Refusal) => Promise<boolean>
}

/** Consent to the shop's terms, where it has some, in a form that makes an account. */
export function useConsent(): Consent {
  const deps = useDeps()
  const { terms } = useShop().legal
  const [isChanged, setChanged] = useState(false)
  const missing = isChanged
    ? msg`The terms have changed meanwhile. Please read them again.`
    : msg`Please agree to the terms to register.`
  return {
    check: (tick) => (terms > 0 && !tick ? missing : undefined),
    body: terms > 0 ? { terms } : {},
    isRefused: async ({ errors }) => {
      if (!errors.some(({ path }) => path.replace(/^\//, '') === 'terms')) return false
      // consent was to another text, or none was asked for yet
      await fetchShop(deps).catch(() => undefined)
      setChanged(true)
      return true
    },
  }
}
