/** The chat link of the footer: `https://wa.me/{digits}?text={message}`; no question mark without a message. */
export function chatLink(phone: string, message = ''): string {
  const digits = phone.replace(/\W/g, '')
  return `https://wa.me/${digits}${message ? `?text=${encodeURIComponent(message)}` : ''}`
}
