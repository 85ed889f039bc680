import { msg } from '@lingui/core/macro'

/** What the shop says about itself in one place: change it here and build again. */
export const shop = {
  name: 'Quayside',
  /** as people write it; non-word characters are taken out for the chat link */
  // src/index.html says e-mail and telephone too, for browsers that run no script of the app
  phone: '+221 33 800 00 00',
  email: 'sales@quayside.example',
  street: 'Quai de Pêche, Môle 10',
  /** a text of its own: the name of a country differs between languages */
  city: msg`Dakar, Senegal`,
  copyrightYear: 2023,
} as const

/** The chat link of the footer: `https://wa.me/{digits}?text={message}`; no question mark without a message. */
export function chatLink(phone: string, message = ''): string {
  const digits = phone.replace(/\W/g, '')
  return `https://wa.me/${digits}${message ? `?text=${encodeURIComponent(message)}` : ''}`
}
