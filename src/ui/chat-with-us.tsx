import { Trans } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { textIn } from '../../contract/shop.ts'
import { useShop } from '../db/use-shop.ts'
import { useLocale } from '../i18n/use-locale.ts'
import { Icon } from './icon.tsx'

/** The link to the shop's chat; nothing if the shop has no chat. */
export function ChatWithUs(link: ComponentProps<'a'>) {
  const { chatPhone, chatMessage } = useShop()
  const locale = useLocale()
  if (!chatPhone) return null
  return (
    <a {...link} href={chatLink(chatPhone, textIn(chatMessage, locale))} target="_blank" rel="noreferrer">
      <Icon name="chat" />
      <Trans>Chat with us</Trans>
    </a>
  )
}

/** The chat link of the footer: `https://wa.me/{digits}?text={message}`; no question mark without a message. */
export function chatLink(phone: string, message = ''): string {
  const digits = phone.replace(/\W/g, '')
  return `https://wa.me/${digits}${message ? `?text=${encodeURIComponent(message)}` : ''}`
}
