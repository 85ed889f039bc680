import { Button, Image, SimpleGrid, Stack, Text } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { type MouseEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { limits } from '../../contract/limits.ts'
import type { Locale } from '../../contract/locales.ts'
import { pictureUrl } from '../../contract/picture.ts'
import { type LegalPage, legalPages, type ShopSettings, ShopText, ShopUpdate } from '../../contract/shop.ts'
import { readShape } from '../api/read-answer.ts'
import { fetchShop, getSavedShop } from '../db/pull-shop.ts'
import { useDeps } from '../db/use-deps.tsx'
import { putValue } from '../db/values.ts'
import { type Conflict, EditConflict, sendMerged, showUnsaved } from '../forms/edit-conflict.tsx'
import { TextAreaField } from '../forms/fields.tsx'
import { Form, FormFailure, SubmitButton, useForm } from '../forms/form.tsx'
import type { FormHandle } from '../forms/form-types.ts'
import { legalNames } from '../i18n/legal-names.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { shopSetup, useOnlineQuery, useSavedQuery } from '../lists/query.ts'
import { ButtonRow } from '../ui/buttons.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { toast } from '../ui/feedback/toaster.tsx'
import { useCall } from '../ui/loading/use-call.ts'
import { Page, Panel } from '../ui/page.tsx'
import { fieldName, fieldValue } from './log-texts.ts'
import { SellerPanels } from './seller-panels.tsx'
import { LanguageTabs, languages, ShopFields, ShopPreview } from './shop-fields.tsx'
import { fromSavedShop, type ShopValues, shopUpdate, shopValues } from './shop-form.ts'

/** Settings that belong to the server's environment: mail and public address. */
function ServerPanel() {
  const { body: setup } = useSavedQuery(shopSetup)
  if (!setup) return null
  return (
    <Panel titleId="server-settings" title={<Trans>Mail and public address</Trans>}>
      <Text color="fg.muted">
        <Trans>These are set on the server, before it starts:</Trans>
      </Text>
      <p>
        {setup.hasMail ? (
          <Trans>A mail server is connected.</Trans>
        ) : (
          <Trans>No mail server is connected: set SMTP_URL and CONTACT_TO.</Trans>
        )}
      </p>
      <p>
        {setup.hasPublicAddress ? (
          <Trans>The server knows its public address.</Trans>
        ) : (
          <Trans>The server does not know its public address: set PUBLIC_URL.</Trans>
        )}
      </p>
    </Panel>
  )
}

const route = getRouteApi('/admin/shop')

/** The settings of the shop: name, logo, texts, contact and terms of offers. */
export function ShopPage() {
  const { t } = useLingui()
  const loaded = route.useLoaderData()
  // a form changes what it began with: a version that somebody else saves meanwhile must not replace it under the typing hand
  const [{ start, times }, setForm] = useState({ start: loaded, times: 0 })
  return (
    <Page
      title={t({ message: 'Settings of the shop', comment: 'title of the screen with name, logo and texts' })}
      lead={<Trans>Everybody sees a change at once, also in the apps that are open or installed.</Trans>}
    >
      <ShopForm key={times} start={start} onRestart={(saved) => setForm({ start: saved, times: times + 1 })} />
      <SellerPanels />
      <LegalPanel />
      <ServerPanel />
    </Page>
  )
}

function ShopForm({ start, onRestart }: { start: ShopSettings; onRestart: (saved: ShopSettings) => void }) {
  const { t } = useLingui()
  const { api, db } = useDeps()
  const [conflict, setConflict] = useState<Conflict<ShopSettings>>()
  const upload = useCall()
  const form: FormHandle<ShopValues> = useForm<ShopValues>({
    name: 'shop',
    initial: { ...shopValues(start), start },
    hidden: ['start'],
    fromSaved: fromSavedShop,
    schema: ShopUpdate,
    body: (values) => shopUpdate(values, values.start.version),
    submit: async (values, taken) => {
      const sent = await sendMerged({
        // a draft from an earlier visit started from an older version of the settings
        start: conflict?.saved ?? values.start,
        values,
        valuesOf: shopValues,
        send: (fields: ShopValues, { version }: ShopSettings) =>
          api.call('updateShop', { body: shopUpdate(fields, version) }),
        fetchSaved: () => api.call('getShop'),
      })
      if (sent.kind !== 'saved') return showUnsaved(sent, { form, values, onConflict: setConflict })
      taken()
      // a device without room: the server has it all the same
      await putValue(db, 'shop', sent.body).catch(() => undefined)
      toast({ title: t`The settings were saved.`, kind: 'success' })
      onRestart(sent.body)
      return 'done'
    },
  })
  const discard = async () => {
    form.giveUp()
    await fetchShop({ db, api }).catch(() => undefined)
    onRestart((await getSavedShop(db).catch(() => undefined)) ?? start)
  }
  return (
    <SimpleGrid columns={{ base: 1, xl: 2 }} gap="6" alignItems="start">
      <Panel>
        <Form form={form} gap="8">
          <ShopFields form={form} upload={upload} />
          <FormFailure form={form} />
          {conflict && <ShopConflict key={conflict.saved.version} form={form} {...conflict} />}
          <ButtonRow>
            {/* the settings are not saved without a logo that is on its way */}
            <SubmitButton form={{ busy: form.busy || upload.busy }}>{t`Save`}</SubmitButton>
            <Button variant="outline" onClick={() => void discard()}>{t`Discard changes`}</Button>
          </ButtonRow>
        </Form>
      </Panel>
      <ShopPreview values={form.values} />
    </SimpleGrid>
  )
}

function ShopConflict({ form, saved, both }: Conflict<ShopSettings> & { form: FormHandle<ShopValues> }) {
  const { t, i18n } = useLingui()
  const { api } = useDeps()
  const locale = useLocale()
  const language = { locale, translate: (text: MessageDescriptor) => i18n._(text) }
  const show = (path: string, value: unknown) => {
    const logoUrl = path === 'logo' ? pictureUrl(String(value), 320, 'webp') : undefined
    if (logoUrl) return <Image src={api.picture(logoUrl)} alt={t`Logo`} boxSize="12" />
    return fieldValue(path, String(value), language) || '–'
  }
  return (
    <EditConflict
      form={form}
      both={both}
      saved={shopValues(saved)}
      // the log calls a translation `about.fr`
      label={(path) => fieldName('settings', path.replace('/', '.'), language)}
      show={show}
    />
  )
}

/** The pages that the law asks for: each is loaded when it is opened, and saved by itself. */
function LegalPanel() {
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
  // what is typed stays while the page is closed again
  const [wasOpened, setOpened] = useState(false)
  const text = useOnlineQuery(wasOpened ? `legal-${page}` : undefined, (api, signal) =>
    api.call('getShopText', { params: { page }, signal }),
  )
  return (
    <Disclosure title={i18n._(legalNames[page])} onOpenChange={(isOpen) => isOpen && setOpened(true)}>
      {text.body ? (
        <LegalForm key={text.body.version} page={page} start={text.body} onNewer={text.replace} />
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
