/* The letters that papers can print. */

/**
 * What the font of the papers has, as single letters from left to right: Latin, Greek and Cyrillic, with signs of currencies, numbers and
 * mathematics. Arabic would need joined letters from right to left, and Chinese or Japanese a font of ten megabytes.
 */
const ranges = [
  [0x20, 0x7e],
  [0xa0, 0x2af],
  [0x300, 0x34f],
  [0x370, 0x3ff],
  [0x400, 0x525],
  [0x1e00, 0x1efb],
  [0x2000, 0x2064],
  [0x2070, 0x209c],
  [0x20a0, 0x20b5],
  [0x20b8, 0x20ba],
  [0x20bd, 0x20bd],
  [0x2100, 0x2109],
  [0x210b, 0x2149],
  [0x2190, 0x22ff],
] as const

/** Whether the papers' font has a letter, or it ends a line. */
function isPrintable(letter: string): boolean {
  const code = letter.codePointAt(0) ?? 0
  return letter === '\n' || ranges.some(([first, last]) => code >= first && code <= last)
}

/** Pictures, and what joins or colours them: left out without a loss. */
const pictures = /\p{Extended_Pictographic}|\p{Emoji_Component}/u

/** Letters that a message names. */
const most = 10

/** Lines that a text takes on a paper; those after them follow in the last one, so that no address fills a page. */
const mostLines = 12

/** Marks above and below one letter that print over the lines beside it; what languages need is composed into letters before. */
const tower = /\p{M}{3,}/u

/** A text without empty lines, of which no more than `mostLines` are left. */
function fewLines(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const last = lines.slice(mostLines - 1).join(', ')
  return [...lines.slice(0, mostLines - 1), ...(last ? [last] : [])].join('\n')
}

/** A text as a paper prints it: composed, in few lines, and without pictures that it could not print. */
export function printedText(text: string): string {
  const composed = text
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
  const letters = [...composed].filter((letter) => isPrintable(letter) || !pictures.test(letter))
  return composed.includes('\n') ? fewLines(letters.join('')) : letters.join('')
}

/** The letters of a text that no paper can print, each of them once, ten at most; empty where all can be printed. */
export function unprintableLetters(text: string): string {
  const printed = printedText(text)
  const letters = [...printed].filter((letter) => !isPrintable(letter))
  letters.push(...(tower.exec(printed)?.[0] ?? ''))
  return [...new Set(letters)].slice(0, most).join('')
}

export const arePrintable = (...texts: (string | undefined)[]) => unprintableLetters(texts.join('')) === ''
