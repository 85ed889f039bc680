import { Badge, Box, Button, Flex, Image, Tabs, Text } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { type Locale, locales } from '../../contract/locales.ts'
import { pictureUrl } from '../../contract/picture.ts'
import { ConnectionError } from '../api/exchange.ts'
import { useDeps } from '../db/use-deps.tsx'
import { CheckboxField } from '../forms/checkbox-fields.tsx'
import { controlProps, FieldFrame, Group, TextAreaField, TextField } from '../forms/fields.tsx'
import { FileButton, pictureTypes } from '../forms/file-button.tsx'
import type { FormHandle } from '../forms/form-types.ts'
import { SelectField } from '../forms/select.tsx'
import { useRefusalText } from '../i18n/refusals.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { useRefusedFieldText } from '../i18n/use-refused-field-text.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import type { useCall } from '../ui/loading/use-call.ts'
import { type ShopValues, shopLabels, type TextName, textNames } from './shop-form.ts'

/** `upload`: the call that uploads the logo. */
type LogoFieldProps = { form: FormHandle<ShopValues>; upload: ReturnType<typeof useCall> }

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

export function ShopFields({ form, upload }: LogoFieldProps) {
  const { t } = useLingui()
  const [language, onLanguage] = useTextLanguage(form)
  const tabs = { form, language, onLanguage }
  const field = <N extends keyof typeof shopLabels>(name: N) => ({
    field: form.field(name),
    label: t(shopLabels[name]),
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

export function ShopPreview({ values }: { values: ShopValues }) {
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

export const languages: Record<Locale, MessageDescriptor> = {
  en: msg({ message: 'English', comment: 'language of a text' }),
  fr: msg({ message: 'French', comment: 'language of a text' }),
  es: msg({ message: 'Spanish', comment: 'language of a text' }),
}

/** Which language of the texts is shown: the chosen one, or that of a text which has just got an error. */
function useTextLanguage(form: FormHandle<ShopValues>) {
  const locale = useLocale()
  const [language, setLanguage] = useState<Locale>(locale)
  const [before, setBefore] = useState<readonly string[]>([])
  const wrong = textNames.flatMap((name) =>
    locales.filter((each) => form.field(name, each).error).map((each) => `${name}.${each}`),
  )
  if (wrong.join() !== before.join()) {
    setBefore(wrong)
    // the form gives the focus to its first wrong field, which must not be hidden
    const added = wrong.find((field) => !before.includes(field))
    setLanguage(locales.find((each) => added?.endsWith(`.${each}`)) ?? language)
  }
  return [language, setLanguage] as const
}

interface TextsOf {
  name: TextName
  maxLength: number
  /** lines of the text area; a single-line field without it */
  rows?: number
  hint?: string
}

interface LanguageTabsProps {
  label: string
  language: Locale
  onLanguage: (language: Locale) => void
  badge?: (language: Locale) => ReactNode
  children: (language: Locale) => ReactNode
}

/** A tab for each language. Hidden ones stay mounted: what was typed there is sent, too. */
export function LanguageTabs({ label, language, onLanguage, badge, children }: LanguageTabsProps) {
  const { t } = useLingui()
  return (
    <Tabs.Root
      value={language}
      onValueChange={({ value }) => {
        const chosen = locales.find((each) => each === value)
        if (chosen) onLanguage(chosen)
      }}
    >
      <Tabs.List aria-label={label}>
        {locales.map((each) => (
          <Tabs.Trigger key={each} value={each}>
            {t(languages[each])}
            {badge?.(each)}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {locales.map((each) => (
        <Tabs.Content key={each} value={each}>
          {children(each)}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}

/** Where a translation is empty, the English text is shown. */
function TextTabs({
  form,
  texts,
  ...tabs
}: Pick<LanguageTabsProps, 'label' | 'language' | 'onLanguage'> & {
  form: FormHandle<ShopValues>
  texts: readonly TextsOf[]
}) {
  const { t } = useLingui()
  const isFilled = (name: TextName, language: Locale) => form.field(name, language).value.trim() !== ''
  const isLeftOut = (name: TextName, language: Locale) => isFilled(name, 'en') && !isFilled(name, language)
  const badge = (language: Locale) => {
    const count = texts.filter(({ name }) => form.field(name, language).error).length
    return (
      <>
        {texts.some(({ name }) => isLeftOut(name, language)) && (
          <Text as="span" color="fg.muted" fontSize="sm">
            {' '}
            <Trans comment="beside the name of a language: its empty texts are shown in English">
              (in part English)
            </Trans>
          </Text>
        )}{' '}
        {count > 0 && (
          <Badge colorPalette="red">
            <Plural value={count} one="# error" other="# errors" />
          </Badge>
        )}
      </>
    )
  }
  return (
    <LanguageTabs {...tabs} badge={badge}>
      {(language) =>
        texts.map(({ name, rows, ...rest }) => {
          const field = {
            field: form.field(name, language),
            label: `${t(shopLabels[name])} (${t(languages[language])})`,
            ...rest,
            ...(isLeftOut(name, language) && { hint: t`Empty: the English text is shown.` }),
          }
          return rows ? <TextAreaField key={name} {...field} rows={rows} /> : <TextField key={name} {...field} />
        })
      }
    </LanguageTabs>
  )
}
