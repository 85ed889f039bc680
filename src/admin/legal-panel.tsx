import { Button, Stack, Text } from '@chakra-ui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { type MouseEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { limits } from '../../contract/limits.ts'
import type { Locale } from '../../contract/locales.ts'
import { type LegalPage, legalPages, ShopText } from '../../contract/shop.ts'
import { readShape } from '../api/read-answer.ts'
import { fetchShop } from '../db/pull-shop.ts'
import { useDeps } from '../db/use-deps.tsx'
import { useFetched } from '../db/use-fetched.ts'
import { putValue } from '../db/values.ts'
import { type Conflict, EditConflict, sendMerged, showUnsaved } from '../forms/edit-conflict.tsx'
import { TextAreaField } from '../forms/fields.tsx'
import { Form, FormFailure, SubmitButton, useForm } from '../forms/form.tsx'
import type { FormHandle } from '../forms/form-types.ts'
import { legalNames } from '../i18n/legal-names.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { ButtonRow } from '../ui/buttons.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { toast } from '../ui/feedback/toaster.tsx'
import { Panel } from '../ui/page.tsx'
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
    <Disclosure title={i18n._(legalNames[page])} onOpenChange={setOpen}>
      {text.body ? (
        <LegalForm
          key={text.body.version}
          page={page}
          start={text.body}
          onNewer={(newer) => text.change(() => newer)}
        />
      ) : (
        <p role="status">
          {text.isMissing ? <Trans>This text needs a connection to the shop.</Trans> : <Trans>Loading…</Trans>}
        </p>
      )}
    </Disclosure>
  )
}

interface LegalFormProps {
  page: LegalPage
  start: ShopText
  /** a newer version was saved, here or by somebody else */
  onNewer: (text: ShopText) => void
}

/** The texts, and what the form began with, possibly in an earlier visit. */
interface LegalValues extends Record<Locale, string> {
  start: ShopText
}

const textsOf = ({ en, fr, es }: Record<Locale, string>) => ({ en, fr, es })

function LegalForm({ page, start, onNewer }: LegalFormProps) {
  const { t, i18n } = useLingui()
  const { api, db } = useDeps()
  const [language, setLanguage] = useState<Locale>(useLocale())
  const [conflict, setConflict] = useState<Conflict<ShopText>>()
  const params = { page }
  const form: FormHandle<LegalValues> = useForm<LegalValues>({
    name: `legal-${page}`,
    initial: { ...textsOf(start), start },
    hidden: ['start'],
    fromSaved: (saved) => ({ ...saved, start: readShape(ShopText, saved.start) }),
    check: () => ({}),
    submit: async (values, taken) => {
      const sent = await sendMerged({
        // a draft from an earlier visit began with an older version
        start: conflict?.saved ?? values.start,
        values,
        valuesOf: textsOf,
        send: (texts: LegalValues, { version }: ShopText) =>
          api.call('updateShopText', { params, body: { ...textsOf(texts), version } }),
        fetchSaved: () => api.call('getShopText', { params }),
      })
      if (sent.kind !== 'saved') return showUnsaved(sent, { form, values, onConflict: setConflict })
      taken()
      // a device without room: the server has it all the same
      await putValue(db, `legal:${page}`, sent.body).catch(() => undefined)
      await fetchShop({ db, api }).catch(() => undefined)
      toast({ title: t`The text was saved.`, kind: 'success' })
      onNewer(sent.body)
      return 'done'
    },
  })
  const discard = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const around = currentTarget.closest('form')?.parentElement
    flushSync(() => {
      form.startAgain()
      setConflict(undefined)
      if (conflict) onNewer(conflict.saved)
    })
    // the pressed button has gone, and with a newer version its form
    around?.querySelector<HTMLElement>('[role=tabpanel]:not([hidden]) textarea')?.focus()
  }
  const labelOf = (each: Locale) => `${i18n._(legalNames[page])} (${i18n._(languages[each])})`
  return (
    <Form form={form} label={i18n._(legalNames[page])}>
      <LanguageTabs
        label={t({ message: 'Language of the texts', comment: 'name of a row of tabs' })}
        language={language}
        onLanguage={setLanguage}
      >
        {(each) => (
          <TextAreaField field={form.field(each)} label={labelOf(each)} maxLength={limits.legalLength} rows={12} />
        )}
      </LanguageTabs>
      <Stack gap="3" align="start">
        <FormFailure form={form} />
        {conflict && (
          <EditConflict
            key={conflict.saved.version}
            form={form}
            both={conflict.both}
            saved={textsOf(conflict.saved)}
            // the paths are the languages
            label={(path) => labelOf(path as Locale)}
            show={(_, value) => String(value) || '–'}
          />
        )}
        <ButtonRow>
          <SubmitButton form={form} of={i18n._(legalNames[page])}>{t`Save`}</SubmitButton>
          {form.isTyped && (
            // what is being sent cannot be taken back
            <Button variant="outline" aria-disabled={form.busy} onClick={(event) => form.busy || discard(event)}>
              {t`Discard changes`}
            </Button>
          )}
        </ButtonRow>
      </Stack>
    </Form>
  )
}
