import { Image, SimpleGrid, Text } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { limits } from '../../contract/limits.ts'
import type { Locale } from '../../contract/locales.ts'
import { pictureUrl } from '../../contract/picture.ts'
import { type LegalPage, legalPages, ShopSettings, ShopText, ShopUpdate } from '../../contract/shop.ts'
import { putValue } from '../db/database.ts'
import { fetchShop } from '../db/saved-shop.ts'
import { useDeps } from '../db/use-deps.tsx'
import { TextAreaField } from '../forms/fields.tsx'
import { legalNames } from '../i18n/legal-names.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { shopSetup, useOnlineQuery, useSavedQuery } from '../lists/query.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { useCall } from '../ui/loading/use-call.ts'
import { Page, Panel } from '../ui/page.tsx'
import { fieldName, fieldValue } from './log-texts.ts'
import { SellerPanels } from './seller-panels.tsx'
import { SettingsForm } from './settings-form.tsx'
import { LanguageTabs, languages, ShopFields, ShopPreview } from './shop-fields.tsx'
import { shopUpdate, shopValues } from './shop-form.ts'

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

export function ShopPage() {
  const { t } = useLingui()
  return (
    <Page
      title={t({ message: 'Settings of the shop', comment: 'title of the screen with name, logo and texts' })}
      lead={<Trans>Everybody sees a change at once, also in the apps that are open or installed.</Trans>}
    >
      <ShopForm start={route.useLoaderData()} />
      <SellerPanels />
      <LegalPanel />
      <ServerPanel />
    </Page>
  )
}

function ShopForm({ start }: { start: ShopSettings }) {
  const { t, i18n } = useLingui()
  const { api, db } = useDeps()
  const locale = useLocale()
  const upload = useCall()
  const language = { locale, translate: (text: MessageDescriptor) => i18n._(text) }
  const show = (path: string, value: unknown) => {
    const logoUrl = path === 'logo' ? pictureUrl(String(value), 320, 'webp') : undefined
    if (logoUrl) return <Image src={api.picture(logoUrl)} alt={t`Logo`} boxSize="12" />
    return fieldValue(path, String(value), language) || '–'
  }
  return (
    <SettingsForm
      name="shop"
      start={start}
      shape={ShopSettings}
      valuesOf={shopValues}
      schema={ShopUpdate}
      body={shopUpdate}
      send={(body) => api.call('updateShop', { body })}
      fetchSaved={() => api.call('getShop')}
      onSaved={(saved) => putValue(db, 'shop', saved)}
      message={t`The settings were saved.`}
      // the log calls a translation `about.fr`
      label={(path) => fieldName('settings', path.replace('/', '.'), language)}
      show={show}
      // the settings are not saved without a logo that is on its way
      busy={upload.busy}
      frame={(form, values) => (
        <SimpleGrid columns={{ base: 1, xl: 2 }} gap="6" alignItems="start">
          <Panel>{form}</Panel>
          <ShopPreview values={values} />
        </SimpleGrid>
      )}
    >
      {(form) => <ShopFields form={form} upload={upload} />}
    </SettingsForm>
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
        <LegalForm page={page} start={text.body} onSaved={text.replace} />
      ) : (
        <p role="status">
          {text.isMissing ? <Trans>This text needs a connection to the shop.</Trans> : <Trans>Loading…</Trans>}
        </p>
      )}
    </Disclosure>
  )
}

function LegalForm({ page, start, onSaved }: { page: LegalPage; start: ShopText; onSaved: (text: ShopText) => void }) {
  const { t, i18n } = useLingui()
  const { api, db } = useDeps()
  const [language, setLanguage] = useState<Locale>(useLocale())
  const params = { page }
  const labelOf = (each: Locale) => `${i18n._(legalNames[page])} (${i18n._(languages[each])})`
  return (
    <SettingsForm
      name={`legal-${page}`}
      start={start}
      shape={ShopText}
      valuesOf={({ en, fr, es }) => ({ en, fr, es })}
      body={(texts, version) => ({ ...texts, version })}
      send={(body) => api.call('updateShopText', { params, body })}
      fetchSaved={() => api.call('getShopText', { params })}
      onSaved={async (saved) => {
        onSaved(saved)
        await putValue(db, `legal:${page}`, saved)
        await fetchShop({ db, api })
      }}
      message={t`The text was saved.`}
      title={i18n._(legalNames[page])}
      label={(path) => labelOf(path as Locale)}
    >
      {(form) => (
        <LanguageTabs
          label={t({ message: 'Language of the texts', comment: 'name of a row of tabs' })}
          language={language}
          onLanguage={setLanguage}
        >
          {(each) => (
            <TextAreaField field={form.field(each)} label={labelOf(each)} maxLength={limits.legalLength} rows={12} />
          )}
        </LanguageTabs>
      )}
    </SettingsForm>
  )
}
