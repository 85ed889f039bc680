import { Stack, Tabs, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { type Locale, locales } from '../../../contract/locales.ts'
import type { ShopText } from '../../../contract/shop.ts'
import { type LegalPage, legalPages } from '../../../contract/texts/legal-texts.ts'
import { fetchShop } from '../../data/shop/pull-shop.ts'
import { useDeps } from '../../data/use-deps.tsx'
import { putValue } from '../../data/values.ts'
import { legalNames } from '../../i18n/legal-names.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { toast } from '../../ui/feedback/toaster.tsx'
import { Fold } from '../../ui/fold.tsx'
import { Form, FormFailure, useForm } from '../../ui/forms/form.tsx'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { TextAreaField } from '../../ui/forms/text-field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { languages } from './text-tabs.tsx'

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
  const [start, setStart] = useState<ShopText>()
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    if (!isOpen || start) return
    const leaving = new AbortController()
    setMissing(false)
    api.call('getShopText', { params: { page }, signal: leaving.signal }).then(
      (reply) => (reply.ok ? setStart(reply.body) : setMissing(true)),
      () => !leaving.signal.aborted && setMissing(true),
    )
    return () => leaving.abort()
  }, [api, page, isOpen, start])
  return (
    <Fold title={i18n._(legalNames[page])} open={isOpen} onOpenChange={setOpen}>
      {start ? (
        <LegalForm key={start.version} page={page} start={start} onSaved={setStart} />
      ) : (
        <p role="status">
          {isMissing ? <Trans>This text needs a connection to the shop.</Trans> : <Trans>Loading…</Trans>}
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
      <Tabs.Root
        value={language}
        onValueChange={({ value }) => {
          const chosen = locales.find((each) => each === value)
          if (chosen) setLanguage(chosen)
        }}
      >
        <Tabs.List aria-label={t({ message: 'Language of the texts', comment: 'name of a row of tabs' })}>
          {locales.map((each) => (
            <Tabs.Trigger key={each} value={each}>
              {i18n._(languages[each])}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {locales.map((each) => (
          <Tabs.Content key={each} value={each}>
            <TextAreaField
              field={form.field(each)}
              label={`${i18n._(legalNames[page])} (${i18n._(languages[each])})`}
              maxLength={limits.legalLength}
              rows={12}
            />
          </Tabs.Content>
        ))}
      </Tabs.Root>
      <Stack gap="3" align="start">
        <FormFailure form={form} />
        <SubmitButton form={form}>{t`Save`}</SubmitButton>
      </Stack>
    </Form>
  )
}
