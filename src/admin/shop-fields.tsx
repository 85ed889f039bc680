import { Badge, Button, Flex, Input, Tabs, Text } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useMemo, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { type Locale, locales } from '../../contract/locales.ts'
import { type Scene, scenes } from '../../contract/shop.ts'
import type { Api } from '../api/api-client.ts'
import { CheckboxField } from '../forms/checkbox-fields.tsx'
import { controlProps, FieldFrame, Group, SelectField, TextAreaField, TextField } from '../forms/fields.tsx'
import type { FormHandle } from '../forms/form-types.ts'
import { useLocale } from '../i18n/use-locale.ts'
import type { useCall } from '../ui/loading/use-call.ts'
import { Later } from '../ui/page.tsx'
import { NeededDocumentsField } from './needed-documents-field.tsx'
import { PictureSetting, UploadFailure } from './picture-setting.tsx'
import { type ShopValues, shopLabels, type TextName, textNames } from './shop-form.ts'

/** `upload`: the call that uploads a picture. */
type ShopFieldsProps = { form: FormHandle<ShopValues>; upload: ReturnType<typeof useCall> }

const sceneNames: Record<Scene, MessageDescriptor> = {
  harbour: msg({ message: 'Harbour', comment: 'a set of drawings' }),
  sea: msg({ message: 'Open sea', comment: 'a set of drawings' }),
  market: msg({ message: 'Fish market', comment: 'a set of drawings' }),
}

const pictures = [
  { name: 'logoWide', ratio: 4, width: 1600 },
  { name: 'hero', ratio: 32 / 15, width: 1920 },
  { name: 'tileFish', ratio: 3 / 2, width: 1280 },
  { name: 'tileSeafood', ratio: 3 / 2, width: 1280 },
] as const

/** What the shop looks like: colour, logos and pictures. */
function Looks({ form, upload }: ShopFieldsProps) {
  const { t } = useLingui()
  const label = (name: keyof typeof shopLabels) => t(shopLabels[name])
  const accent = form.field('accent')
  const picture = { upload, send: (api: Api, body: FormData) => api.call('uploadShopPicture', { body }) }
  const size = limits.logoPixels
  return (
    <Group isPart legend={<Trans comment="heading: colour, logos and pictures of the shop">Looks</Trans>}>
      <FieldFrame field={accent} label={label('accent')}>
        <Flex wrap="wrap" align="center" gap="3">
          <Input
            {...controlProps({ field: accent })}
            type="color"
            width="4.5rem"
            padding="1"
            value={accent.value || '#b2430e'}
            onChange={({ currentTarget }) => accent.set(currentTarget.value)}
          />
          {accent.value && (
            <Button variant="ghost" onClick={() => accent.set('')}>
              <Trans comment="button: the built-in colour">As usual</Trans>
            </Button>
          )}
        </Flex>
      </FieldFrame>
      <PictureSetting
        field={form.field('logo')}
        label={label('logo')}
        hint={t`A square image: JPEG, PNG, WebP or AVIF, ${size} × ${size} pixels or larger`}
        ratio={1}
        width={1024}
        upload={upload}
        send={(api, body) => api.call('uploadLogo', { body })}
        usual="./icon.svg"
      />
      {pictures.map(({ name, ratio, width }) => (
        <PictureSetting key={name} {...picture} field={form.field(name)} label={label(name)} {...{ ratio, width }} />
      ))}
      <UploadFailure failure={upload.failure} />
      <SelectField
        field={form.field('scene')}
        label={label('scene')}
        hint={t`They stand where no picture is chosen.`}
        options={scenes.map((value) => ({ value, label: t(sceneNames[value]) }))}
      />
    </Group>
  )
}

const zoneOf = (value: string) => {
  const [city = value, ...region] = value.replaceAll('_', ' ').split('/').reverse()
  return { value, label: region.length > 0 ? `${city} (${region.reverse().join(', ')})` : city }
}

/** All time zones, by city: typing one in the open list finds it. */
function useZones(chosen: string) {
  return useMemo(() => {
    const all = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...(chosen ? [chosen] : [])])
    const { compare } = new Intl.Collator()
    return [...all].map(zoneOf).sort((a, b) => compare(a.label, b.label))
  }, [chosen])
}

export function ShopFields({ form, upload }: ShopFieldsProps) {
  const { t } = useLingui()
  const [language, onLanguage] = useTextLanguage(form)
  const tabs = { form, language, onLanguage }
  const field = <N extends keyof typeof shopLabels>(name: N) => ({
    field: form.field(name),
    label: t(shopLabels[name]),
  })
  const phone = { maxLength: limits.phoneLength, inputMode: 'tel' } as const
  const zones = useZones(form.field('timeZone').value)
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
        <TextField {...field('copyrightYear')} inputMode="numeric" maxLength={4} />
      </Group>
      <Later>
        <Looks form={form} upload={upload} />
        <Later>
          <Group isPart legend={<Trans comment="heading: texts of the shop in three languages">Texts</Trans>}>
            <Text color="fg.muted">
              <Trans>
                Where a translation is empty, the text of another language is shown: the English one, if there is one.
              </Trans>
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
                { name: 'nextSailing', maxLength: limits.textLength },
                { name: 'newsletterText', maxLength: limits.closingLength, rows: 2 },
                { name: 'footerText', maxLength: limits.closingLength, rows: 2 },
              ]}
            />
          </Group>
          <Later>
            <Group isPart legend={<Trans comment="heading: how to reach the shop">Contact</Trans>}>
              <TextField {...field('approvalNumber')} maxLength={limits.partyNumberLength} />
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
              <SelectField {...field('timeZone')} options={zones} />
              <TextField {...field('validityDays')} inputMode="numeric" maxLength={3} />
              <TextField {...field('remindAfter')} inputMode="numeric" maxLength={2} />
              <TextField {...field('alertAfter')} inputMode="numeric" maxLength={2} />
              <TextField {...field('claimDays')} inputMode="numeric" maxLength={2} />
              <CheckboxField {...field('newsletterGmailOnly')} />
            </Group>
            <NeededDocumentsField {...field('documents')} />
          </Later>
        </Later>
      </Later>
    </>
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

/** A tab for each language. Only the chosen one's fields are drawn: the form has what was typed in the others. */
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
          {each === language && children(each)}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}

/** Where a translation is empty, the text of another language is shown (`textIn`). */
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
  /** the language whose text stands in for an empty one */
  const inPlace = (name: TextName, language: Locale) =>
    isFilled(name, language) ? undefined : locales.find((each) => isFilled(name, each))
  const badge = (language: Locale) => {
    const count = texts.filter(({ name }) => form.field(name, language).error).length
    const [shown] = texts.flatMap(({ name }) => inPlace(name, language) ?? [])
    const other = shown && t(languages[shown])
    return (
      <>
        {other && (
          <Text as="span" color="fg.muted" fontSize="sm">
            {' '}
            <Trans comment="beside the name of a language: its empty texts are shown in another one">
              (in part {other})
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
          const shown = inPlace(name, language)
          const other = shown && t(languages[shown])
          const field = {
            field: form.field(name, language),
            label: `${t(shopLabels[name])} (${t(languages[language])})`,
            ...rest,
            ...(other && { hint: t`Empty: the text in ${other} is shown.` }),
          }
          return rows ? <TextAreaField key={name} {...field} rows={rows} /> : <TextField key={name} {...field} />
        })
      }
    </LanguageTabs>
  )
}
