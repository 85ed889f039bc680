import { Box, Button, Flex, Image, SimpleGrid, Text } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { pictureUrl } from '../../contract/picture.ts'
import { type ShopSettings, ShopUpdate } from '../../contract/shop.ts'
import { ConnectionError } from '../api/api-errors.ts'
import { fetchShop, getSavedShop } from '../db/pull-shop.ts'
import { useDeps } from '../db/use-deps.tsx'
import { putValue } from '../db/values.ts'
import { CheckboxField } from '../forms/checkbox-fields.tsx'
import { type Conflict, EditConflict, sendMerged, showUnsaved } from '../forms/edit-conflict.tsx'
import { controlProps, FieldFrame, Group, TextField } from '../forms/fields.tsx'
import { FileButton, pictureTypes } from '../forms/file-button.tsx'
import { Form, FormFailure, SubmitButton, useForm } from '../forms/form.tsx'
import type { FormHandle } from '../forms/form-types.ts'
import { SelectField } from '../forms/select.tsx'
import { useRefusalText } from '../i18n/refusals.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { useRefusedFieldText } from '../i18n/use-refused-field-text.ts'
import { shopSetup, useSavedQuery } from '../lists/query.ts'
import { ButtonRow } from '../ui/buttons.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { toast } from '../ui/feedback/toaster.tsx'
import { useCall } from '../ui/loading/use-call.ts'
import { Page, Panel } from '../ui/page.tsx'
import { LegalPanel } from './legal-panel.tsx'
import { fieldName, fieldValue } from './log-texts.ts'
import { SellerPanels } from './seller-panels.tsx'
import { fromSavedShop, type ShopValues, shopLabels, shopUpdate, shopValues, type TextName } from './shop-form.ts'
import { TextTabs, useTextLanguage } from './text-tabs.tsx'

interface LogoFieldProps {
  form: FormHandle<ShopValues>
  /** the call that uploads it */
  upload: ReturnType<typeof useCall>
}

/** Uploads a logo as soon as it is chosen. Saving the settings makes it the logo of the shop. */
function LogoField({ form, upload: { busy, failure, run } }: LogoFieldProps) {
  const { t } = useLingui()
  const { api } = useDeps()
  const refusalText = useRefusalText()
  const fieldText = useRefusedFieldText()
  const field = form.field('logo')
  const logo = field.value
  const size = limits.logoPixels
  const hint = t`A square image: JPEG, PNG, WebP or AVIF, ${size} × ${size} pixels or larger`
  const logoUrl = pictureUrl(logo, 320, 'webp')

  async function upload(file: File) {
    const body = new FormData()
    body.append('image', file, file.name)
    const reply = await run(() => api.call('uploadLogo', { body }))
    if (reply) field.set(reply.body)
  }
  const [refusedField] = failure instanceof ConnectionError ? [] : (failure?.errors ?? [])
  return (
    <FieldFrame field={field} label={t`Logo`} hint={hint}>
      <Flex wrap="wrap" align="center" gap="4">
        <Box boxSize="5rem" borderRadius="l2" bg="sea.deep" padding="2">
          <Image src={logoUrl ? api.picture(logoUrl) : './icon.svg'} alt={t`The logo as it is now`} boxSize="full" />
        </Box>
        <FileButton
          {...controlProps({ field, hint })}
          accept={pictureTypes}
          busy={busy}
          onFiles={([file]) => file && void upload(file)}
        >{t`Choose an image`}</FileButton>
        {logo && (
          <Button variant="outline" onClick={() => field.set('')}>
            {t`Remove the logo`}
          </Button>
        )}
      </Flex>
      {failure && <Notice kind="error">{refusedField ? fieldText(refusedField) : refusalText(failure)}</Notice>}
    </FieldFrame>
  )
}

/** All time zones, by city: typing one in the open list finds it. */
function zones(chosen: string) {
  const all = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...(chosen ? [chosen] : [])])
  const options = [...all].map((value) => {
    const [city = value, ...region] = value.replaceAll('_', ' ').split('/').reverse()
    return { value, label: region.length > 0 ? `${city} (${region.reverse().join(', ')})` : city }
  })
  return options.sort((a, b) => a.label.localeCompare(b.label))
}

/** All settings, in groups. */
function ShopFields({ form, upload }: LogoFieldProps) {
  const { t, i18n } = useLingui()
  const [language, onLanguage] = useTextLanguage(form)
  const tabs = { form, language, onLanguage }
  const field = <N extends keyof typeof shopLabels>(name: N) => ({
    field: form.field(name),
    label: i18n._(shopLabels[name]),
  })
  const phone = { maxLength: limits.phoneLength, inputMode: 'tel' } as const
  return (
    <>
      <Group isPart legend={<Trans comment="heading: name and logo of the shop">General</Trans>}>
        <TextField {...field('name')} maxLength={limits.shopNameLength} required />
        <TextField
          {...field('shortName')}
          hint={t`Shown in the header and below the icon of the app.`}
          maxLength={limits.shopShortNameLength}
          required
        />
        <LogoField form={form} upload={upload} />
        <TextField {...field('copyrightYear')} inputMode="numeric" maxLength={4} />
      </Group>
      <Group isPart legend={<Trans comment="heading: texts of the shop in three languages">Texts</Trans>}>
        <Text color="fg.muted">
          <Trans>Where a translation is empty, the English text is shown.</Trans>
        </Text>
        <TextTabs
          {...tabs}
          label={t({ message: 'Language of the texts', comment: 'name of a row of tabs' })}
          texts={[
            { name: 'tagline', maxLength: limits.taglineLength },
            { name: 'lead', maxLength: limits.leadLength, rows: 3 },
            {
              name: 'about',
              maxLength: limits.aboutLength,
              rows: 10,
              hint: t`An empty line begins a new paragraph, # a heading, ## a box with a heading.`,
            },
          ]}
        />
      </Group>
      <Group isPart legend={<Trans comment="heading: how to reach the shop">Contact</Trans>}>
        <TextField {...field('street')} maxLength={limits.addressLength} />
        <TextField {...field('email')} inputMode="email" maxLength={limits.emailLength} />
        <TextField {...field('phone')} {...phone} />
        <TextField {...field('chatPhone')} {...phone} />
        <TextTabs
          {...tabs}
          label={t({ message: 'Language of place and chat', comment: 'name of a row of tabs' })}
          texts={[
            { name: 'city', maxLength: limits.placeLength },
            { name: 'chatMessage', maxLength: limits.textLength },
            { name: 'answerPromise', maxLength: limits.textLength },
          ]}
        />
      </Group>
      <Group isPart legend={<Trans comment="heading: terms of offers">Offers and newsletter</Trans>}>
        <TextField {...field('currencies')} hint={t`For example EUR, USD, XOF`} />
        <SelectField {...field('timeZone')} options={zones(form.field('timeZone').value)} />
        <TextField {...field('validityDays')} inputMode="numeric" maxLength={3} />
        <CheckboxField {...field('newsletterGmailOnly')} />
      </Group>
    </>
  )
}

/** A live preview of header, home page and footer in the reader's language. */
function ShopPreview({ values }: { values: ShopValues }) {
  const { api } = useDeps()
  const locale = useLocale()
  const textOf = (name: TextName) => values[name][locale].trim() || values[name].en
  const logoUrl = pictureUrl(values.logo, 320, 'webp')
  const footer = [values.street, textOf('city'), values.phone, values.email].filter((line) => line.trim())
  return (
    <Box as="section" aria-labelledby="shop-preview" position={{ xl: 'sticky' }} top="6" overflowWrap="anywhere">
      <Text as="h2" id="shop-preview" mb="3">
        <Trans>Preview</Trans>
      </Text>
      <Box borderRadius="l3" overflow="hidden" boxShadow="md" bg="sea.deep" color="white">
        <Flex align="center" gap="2" padding="3" fontFamily="heading" fontSize="xl" fontWeight="semibold">
          <Image src={logoUrl ? api.picture(logoUrl) : './icon.svg'} alt="" boxSize="9" />
          {values.shortName}
        </Flex>
        <Box padding="clamp(1.5rem, 4vw, 2.5rem)" bgImage="linear-gradient(120deg, {colors.sea.deep}, #17506f)">
          <Text fontFamily="heading" fontSize="2xl" lineHeight="1.2">
            {textOf('tagline') || values.name}
          </Text>
          <Text mt="3">{textOf('lead')}</Text>
        </Box>
        <Box padding="4" fontSize="sm" lineHeight="1.7">
          <Text fontFamily="heading" fontSize="md">
            {values.name}
          </Text>
          {[...footer.entries()].map(([at, line]) => (
            <p key={at}>{line}</p>
          ))}
          <p>
            © {values.copyrightYear} {values.name}
          </p>
        </Box>
      </Box>
    </Box>
  )
}

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
