import { Badge, Tabs, Text } from '@chakra-ui/react'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { locales } from '../../contract/locales.ts'
import { TextAreaField, TextField } from '../forms/fields.tsx'
import type { FormHandle } from '../forms/form-types.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { type ShopValues, shopLabels, type TextName, textNames } from './shop-form.ts'

type Language = (typeof locales)[number]

export const languages: Record<Language, MessageDescriptor> = {
  en: msg({ message: 'English', comment: 'language of a text' }),
  fr: msg({ message: 'French', comment: 'language of a text' }),
  es: msg({ message: 'Spanish', comment: 'language of a text' }),
}

/** Which language of the texts is shown: the chosen one, or that of a text which has just got an error. */
export function useTextLanguage(form: FormHandle<ShopValues>) {
  const locale = useLocale()
  const [language, setLanguage] = useState<Language>(locale)
  const [before, setBefore] = useState<readonly string[]>([])
  const wrong = textNames.flatMap((name) =>
    locales
      .map((each) => ({ field: `${name}.${each}`, language: each }))
      .filter(({ language }) => form.field(name, language).error),
  )
  if (wrong.map(({ field }) => field).join() !== before.join()) {
    setBefore(wrong.map(({ field }) => field))
    // the form gives the focus to its first wrong field, which must not be hidden
    const added = wrong.find(({ field }) => !before.includes(field))
    if (added) setLanguage(added.language)
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
  /** what the tabs are called for screen readers */
  label: string
  language: Language
  onLanguage: (language: Language) => void
  /** beside the name of a language */
  badge?: (language: Language) => ReactNode
  children: (language: Language) => ReactNode
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

interface TextTabsProps extends Pick<LanguageTabsProps, 'label' | 'language' | 'onLanguage'> {
  form: FormHandle<ShopValues>
  texts: readonly TextsOf[]
}

/** Texts of the shop in each language. */
export function TextTabs({ form, texts, ...tabs }: TextTabsProps) {
  return (
    <LanguageTabs
      {...tabs}
      badge={(each) => (
        <>
          {each !== 'en' && texts.some(({ name }) => isLeftOut(form, name, each)) && (
            <Text as="span" color="fg.muted" fontSize="sm">
              {' '}
              <Trans comment="beside the name of a language: its empty texts are shown in English">
                (in part English)
              </Trans>
            </Text>
          )}
          <Errors count={texts.filter(({ name }) => form.field(name, each).error).length} />
        </>
      )}
    >
      {(each) => texts.map((text) => <TextOf key={text.name} form={form} language={each} {...text} />)}
    </LanguageTabs>
  )
}

/** Whether the English text stands in for this one. */
function isLeftOut(form: FormHandle<ShopValues>, name: TextName, language: Language): boolean {
  const is = (each: Language) => form.field(name, each).value.trim() !== ''
  return is('en') && !is(language)
}

function Errors({ count }: { count: number }): ReactNode {
  if (count === 0) return null
  return (
    <>
      {' '}
      <Badge colorPalette="red">
        <Plural value={count} one="# error" other="# errors" />
      </Badge>
    </>
  )
}

function TextOf({
  form,
  language,
  name,
  rows,
  ...rest
}: TextsOf & { form: FormHandle<ShopValues>; language: Language }) {
  const { i18n, t } = useLingui()
  const label = `${i18n._(shopLabels[name])} (${i18n._(languages[language])})`
  const field = {
    field: form.field(name, language),
    label,
    ...rest,
    ...(isLeftOut(form, name, language) && { hint: t`Empty: the English text is shown.` }),
  }
  return rows === undefined ? <TextField {...field} /> : <TextAreaField {...field} rows={rows} />
}
