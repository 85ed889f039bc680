/** Four letters, the fourth of which is the category, and seven digits, as in `CSQU3054383`. */
const containerPattern = '^[A-Z]{3}[UJZ]\\d{7}$'

/** The values of the letters: from 10 on, without multiples of 11. */
function letterValue(character: string): number {
  const digit = Number.parseInt(character, 36)
  return digit < 10 ? digit : digit + Math.floor((digit - 1) / 10)
}

/** Whether a text is the number of a container by ISO 6346, with a check digit that fits. */
export function isContainerNumber(text: string): boolean {
  if (!new RegExp(containerPattern).test(text)) return false
  const sum = [...text.slice(0, 10)].reduce((total, character, at) => total + letterValue(character) * 2 ** at, 0)
  return (sum % 11) % 10 === Number(text.at(-1))
}

/** A number as people type it, `csqu 305438-3`, in the form in which it is stored. */
export function toContainerNumber(text: string): string {
  return text.replace(/[\s./-]/g, '').toUpperCase()
}
