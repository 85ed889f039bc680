import { Trans } from '@lingui/react/macro'
import type { ComponentProps, ReactNode } from 'react'
import { phoneDigits, type ShopSettings, textIn } from '../../contract/shop.ts'
import { useShop } from '../db/use-deps.tsx'
import { useLocale } from '../i18n/use-locale.ts'
import { Icon } from './icon.tsx'

export const AddressTitle = () => <Trans comment="heading of the shop's address, phone and e-mail">Reach us</Trans>

export const hasAddress = ({ street, city, phone, email }: ShopSettings) =>
  [street, textIn(city, 'en'), phone, email].some((part) => part !== '')

export function ShopAddress() {
  const shop = useShop()
  return (
    <address>
      <Line>{shop.street}</Line>
      <Line>{textIn(shop.city, useLocale())}</Line>
      <Line>{shop.phone && <a href={`tel:${phoneDigits(shop.phone)}`}>{shop.phone}</a>}</Line>
      <Line>{shop.email && <a href={`mailto:${shop.email}`}>{shop.email}</a>}</Line>
    </address>
  )
}

const Line = ({ children }: { children: ReactNode }) => (children ? <div>{children}</div> : null)

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
