/* Account numbers. */

const plain = (text: string) => text.replace(/\s/g, '').toUpperCase()

/** Whether an account number has the form of an IBAN (ISO 13616): a country, two check digits and what the country's banks use. */
export function looksLikeIban(text: string): boolean {
  return /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(plain(text))
}

/** Whether the check digits of an IBAN are right: with them at its end and letters as 10 to 35, it is 1 modulo 97. */
export function isIban(text: string): boolean {
  if (!looksLikeIban(text)) return false
  const moved = plain(text).replace(/^(.{4})(.*)$/, '$2$1')
  let rest = 0
  for (const sign of moved) rest = Number(`${rest}${Number.parseInt(sign, 36)}`) % 97
  return rest === 1
}

/** A BIC (ISO 9362) of eight or eleven signs. */
export function isBic(text: string): boolean {
  return /^[A-Z]{6}[A-Z\d]{2}([A-Z\d]{3})?$/.test(plain(text))
}

/** An account number as people write it: an IBAN in groups of four, any other as it was typed. */
export function accountText(account: string): string {
  return looksLikeIban(account) ? plain(account).replace(/(.{4})(?=.)/g, '$1 ') : account.trim()
}

/** The end of an account number, which says which account it is without giving it away. */
export function accountEnd(account: string): string {
  return `…${plain(account).slice(-4)}`
}
