import { Box, Button, Flex, Image, List, SimpleGrid, Text } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { type ReactNode, useState } from 'react'
import { hasRight } from '../../contract/accounts.ts'
import type { Fish } from '../../contract/fishes.ts'
import { limits } from '../../contract/limits.ts'
import { type Locale, nameIn } from '../../contract/locales.ts'
import { pictureUrl } from '../../contract/picture.ts'
import { type LegalPage, legalPages, ShopSettings, ShopText, shopPictures, type TestMail } from '../../contract/shop.ts'
import { ShopUpdate } from '../../contract/shop-input.ts'
import { putValue } from '../db/database.ts'
import { useList } from '../db/read-products.ts'
import { fetchShop } from '../db/saved-shop.ts'
import { useDeps, useSession } from '../db/use-deps.tsx'
import { TextAreaField } from '../forms/fields.tsx'
import { legalNames } from '../i18n/legal-names.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { shopSetup, useAction, useOnlineQuery, useSavedQuery } from '../lists/query.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { FromShop } from '../ui/feedback/notice.tsx'
import { useCall } from '../ui/loading/use-call.ts'
import { Later, Page, Panel } from '../ui/page.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { fieldName, fieldValue } from './log-texts.ts'
import { SellerPanels } from './seller-panels.tsx'
import { SettingsForm } from './settings-form.tsx'
import { LanguageTabs, languages, ShopFields } from './shop-fields.tsx'
import { type ShopValues, shopUpdate, shopValues } from './shop-form.ts'
import { ShopPreview } from './shop-preview.tsx'

function ServerPanel() {
  const { t } = useLingui()
  const { body: setup } = useSavedQuery(shopSetup)
  const [result, setResult] = useState<TestMail>()
  const test = useAction((api, _: undefined) => api.call('sendTestMail'), { onDone: setResult })
  if (!setup) return null
  const variables = setup.mailVariables.join(', ') || 'SMTP_URL, CONTACT_TO'
  const { email = '', problem = '' } = result ?? {}
  return (
    <Panel titleId="server-settings" title={<Trans>Mail and public address</Trans>}>
      <Text color="fg.muted">{t`These are set on the server, before it starts:`}</Text>
      <p>
        {setup.hasMail ? (
          <Trans>A mail server is connected.</Trans>
        ) : (
          <Trans>Mails cannot be sent yet: whoever runs the server sets {variables}.</Trans>
        )}
      </p>
      <p>
        {setup.hasPublicAddress ? (
          <Trans>The server knows its public address.</Trans>
        ) : (
          <Trans>The server does not know its public address: set PUBLIC_URL.</Trans>
        )}
      </p>
      <Button alignSelf="start" mt="3" loading={test.busy} onClick={() => test.run(undefined)}>
        {t`Send me a test mail`}
      </Button>
      <Box role="status">
        {result?.isSent && <Trans>The mail server has taken a mail to {email}. Look into that mailbox.</Trans>}
        {result?.isSent === false && (
          <Trans>
            The mail to {email} was not sent: {problem}
          </Trans>
        )}
      </Box>
    </Panel>
  )
}

const route = getRouteApi('/admin/shop')

/** `home`: the home page, for the preview. */
export function ShopPage({ home }: { home: ReactNode }) {
  const { t } = useLingui()
  const session = useSession()
  return (
    <Page
      title={t({ message: 'Settings of the shop', comment: 'title of the screen with name, logo and texts' })}
      lead={<Trans>Everybody sees a change at once, also in the apps that are open or installed.</Trans>}
    >
      <ShopForm start={route.useLoaderData()} home={home} />
      <Later turn={5}>
        {hasRight(session, 'products') && <FeaturedPanel />}
        <SellerPanels />
        <LegalPanel />
        <ServerPanel />
      </Later>
    </Page>
  )
}

/** What is typed, as the home page reads it. */
function previewOf(start: ShopSettings, values: ShopValues): ShopSettings {
  const { version: _, ...shown } = shopUpdate(values, start.version)
  return { ...start, ...shown }
}

function ShopForm({ start, home }: { start: ShopSettings; home: ReactNode }) {
  const { t, i18n } = useLingui()
  const { api, db } = useDeps()
  const locale = useLocale()
  const upload = useCall()
  const language = { locale, translate: (text: MessageDescriptor) => i18n._(text) }
  const show = (path: string, value: unknown) => {
    const isPicture = ['logo', ...shopPictures].includes(path)
    const logoUrl = isPicture ? pictureUrl(String(value), 320, 'webp') : undefined
    if (logoUrl) return <Image src={api.picture(logoUrl)} alt={fieldName('settings', path, language)} height="12" />
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
          <Later turn={4}>
            <ShopPreview shop={previewOf(start, values)} home={home} />
          </Later>
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
        <FromShop isMissing={text.isMissing} />
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

/** The products that stand out on the home page, from the catalogue on the device. */
function FeaturedPanel() {
  const { t } = useLingui()
  const { db, sync } = useDeps()
  const locale = useLocale()
  const [keyword, setKeyword] = useState('')
  const featured = useLiveQuery(() => db.fishes.filter((fish) => fish.featured === true).toArray(), [db]) ?? []
  const found = useList({ keyword, page: 1, per_page: 5 }).fishes.filter((fish) => fish.featured !== true)
  const change = useAction(
    (api, { _id, featured: was }: Fish) =>
      api.call('changeFishes', { body: { ids: [_id], featured: was !== true }, key: sync.newId() }),
    { onDone: () => sync.pull('catalogue') },
  )
  const row = (fish: Fish, label: (name: string) => string, text: ReactNode) => {
    const name = nameIn(fish, locale)
    return (
      <Flex as="li" key={fish._id} align="center" justify="space-between" gap="3">
        {name}
        <Button size="sm" variant="ghost" aria-label={label(name)} onClick={() => change.run(fish)}>
          {text}
        </Button>
      </Flex>
    )
  }
  return (
    <Panel
      titleId="featured"
      title={<Trans comment="heading: those that stand out on the home page">Featured products</Trans>}
    >
      <Text color="fg.muted">{t`They are the first in “Trending” on the home page. A change is saved at once.`}</Text>
      <List.Root listStyleType="none" my="3" _empty={{ display: 'none' }}>
        {featured.map((fish) =>
          row(
            fish,
            (name) => t`Remove ${name}`,
            <Trans context="picture" comment="button: the shop no longer has this picture">
              Remove
            </Trans>,
          ),
        )}
      </List.Root>
      <SearchField label={t`Search for a product to feature`} value={keyword} onSearch={setKeyword} />
      <List.Root listStyleType="none" mt="3" _empty={{ display: 'none' }}>
        {keyword !== '' &&
          found.map((fish) =>
            row(
              fish,
              (name) => t`Feature ${name}`,
              <Trans comment="button: a product stands out from now on">Feature</Trans>,
            ),
          )}
      </List.Root>
    </Panel>
  )
}
