import { Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import type { Locale } from '../../../contract/locales.ts'
import type { ShopText } from '../../../contract/shop.ts'
import { type LegalPage, legalPages } from '../../../contract/texts/legal-texts.ts'
import { fetchShop } from '../../data/shop/pull-shop.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { useFetched } from '../../data/use-fetched.ts'
import { putValue } from '../../data/values.ts'
import { legalNames } from '../../i18n/legal-names.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { Form, FormFailure, useForm } from '../../parts/forms/form.tsx'
import { toast } from '../../ui/feedback/toaster.tsx'
import { Fold } from '../../ui/fold.tsx'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { TextAreaField } from '../../ui/forms/text-field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { LanguageTabs, languages } from './text-tabs.tsx'

/** The pages that the law asks for: each is loaded when it is opened, and saved by itself. */
export function LegalPanel() {
  const { t } = useLingui()
  return (
    <Panel titleId="legal" title={t`Pages that the law asks for`}>
      <Text color="fg.muted">
        <Trans>
          A page without a text has no link. Where there are terms, people agree to them when they register. An empty
          line begins a new paragraph, # a heading; addresses become links.
        </Trans>
      </Text>
      {legalPages.map((page) => (
        <LegalFold key={page} page={page} />
      ))}
    </Panel>
  )
}

function LegalFold({ page }: { page: LegalPage }) {
  const { i18n } = useLingui()
  const { api } = useDeps()
  const [isOpen, setOpen] = useState(false)
  const text = useFetched(isOpen ? page : undefined, (signal) => api.call('getShopText', { params: { page }, signal }))
  return (
    <Fold title={i18n._(legalNames[page])} onOpenChange={setOpen}>
      {text.body ? (
        <LegalForm
          key={text.body.version}
          page={page}
          start={text.body}
          onSaved={(saved) => text.change(() => saved)}
        />
      ) : (
        <p role="status">
          {text.isMissing ? <Trans>This text needs a connection to the shop.</Trans> : <Trans>Loading…</Trans>}
        </p>
      )}
    </Fold>
  )
}

interface LegalFormProps {
  page: LegalPage
  start: ShopText
  onSaved: (text: ShopText) => void
}

function LegalForm({ page, start, onSaved }: LegalFormProps) {
  const { t, i18n } = useLingui()
  const { api, db } = useDeps()
  const [language, setLanguage] = useState<Locale>(useLocale())
  const { version, ...texts } = start
  const form = useForm({
    name: `legal-${page}-${version}`,
    initial: texts,
    check: () => ({}),
    submit: async (values, taken) => {
      const reply = await api.call('updateShopText', { params: { page }, body: { ...values, version } })
      if (!reply.ok) return reply.refusal
      taken()
      await putValue(db, `legal:${page}`, reply.body)
      await fetchShop({ db, api }).catch(() => undefined)
      toast({ title: t`The text was saved.`, kind: 'success' })
      onSaved(reply.body)
      return 'done'
    },
  })
  return (
    <Form form={form} label={i18n._(legalNames[page])}>
      <LanguageTabs
        label={t({ message: 'Language of the texts', comment: 'name of a row of tabs' })}
        language={language}
        onLanguage={setLanguage}
      >
        {(each) => (
          <TextAreaField
            field={form.field(each)}
            label={`${i18n._(legalNames[page])} (${i18n._(languages[each])})`}
            maxLength={limits.legalLength}
            rows={12}
          />
        )}
      </LanguageTabs>
      <Stack gap="3" align="start">
        <FormFailure form={form} />
        <SubmitButton form={form}>{t`Save`}</SubmitButton>
      </Stack>
    </Form>
  )
}
