import { Text } from '@chakra-ui/react'
import { type I18n, type MessageDescriptor, setupI18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { loadMessages } from '../../i18n/locale.ts'
import { useLocale } from '../../i18n/use-locale.ts'

const EnglishContext = createContext<I18n | undefined>(undefined)

/** Loads the English texts where the page has another language, for papers that go to banks and customs, too. */
export function WithEnglish({ children }: { children: ReactNode }) {
  const locale = useLocale()
  const [english, setEnglish] = useState<I18n>()
  useEffect(() => {
    if (locale === 'en') return
    let isWanted = true
    loadMessages('en').then(
      (messages) => isWanted && setEnglish(setupI18n({ locale: 'en', messages: { en: messages } })),
      // without the catalog the paper has one language
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [locale])
  return <EnglishContext value={locale === 'en' ? undefined : english}>{children}</EnglishContext>
}

/** A label in the reader's language, and in English beside it where that is another one. */
export function Both({ text }: { text: MessageDescriptor }) {
  const { i18n } = useLingui()
  const english = useContext(EnglishContext)
  const own = i18n._(text)
  return (
    <>
      {own}
      <Beside own={own} english={english?._(text)} />
    </>
  )
}

/** English beside a text of the reader's language, where they differ. */
export function Beside({ own, english }: { own: string; english: string | undefined }) {
  if (english === undefined || english === own) return null
  return (
    <Text as="span" lang="en" color="fg.muted" fontSize="0.85em" fontWeight="normal">
      {' / '}
      {english}
    </Text>
  )
}
