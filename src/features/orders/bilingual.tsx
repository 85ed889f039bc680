import { Text } from '@chakra-ui/react'
import { type I18n, type MessageDescriptor, setupI18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { loadMessages } from '../../i18n/locale.ts'
import { useLocale } from '../../i18n/use-locale.ts'

const EnglishContext = createContext<I18n | undefined>(undefined)

/** Loads the English texts if the page has another language: banks and customs read the printed offer too. */
export function WithEnglish({ children }: { children: ReactNode }) {
  const locale = useLocale()
  const [english, setEnglish] = useState<I18n>()
  useEffect(() => {
    if (locale === 'en') return
    let isMounted = true
    loadMessages('en').then(
      (messages) => isMounted && setEnglish(setupI18n({ locale: 'en', messages: { en: messages } })),
      // without the catalog only one language is printed
      () => undefined,
    )
    return () => {
      isMounted = false
    }
  }, [locale])
  return <EnglishContext value={locale === 'en' ? undefined : english}>{children}</EnglishContext>
}

/** A label in the reader's language, with the English one beside it. */
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

/** The English text beside the reader's own, if they differ. */
export function Beside({ own, english }: { own: string; english: string | undefined }) {
  if (english === undefined || english === own) return null
  return (
    <Text as="span" lang="en" color="fg.muted" fontSize="0.85em" fontWeight="normal">
      {' / '}
      {english}
    </Text>
  )
}
