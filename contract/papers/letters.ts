/* The letters that papers can print. */

/**
 * The ends of lines, and what the font of the papers has as single letters from left to right: Latin, Greek and Cyrillic, with signs of
 * currencies, numbers and mathematics. Arabic would need joined letters, and Chinese or Japanese a font of ten megabytes.
 */
const printable = new RegExp(
  '^[\\n -~\\u00a0-\\u02af\\u0300-\\u034f\\u0370-\\u03ff\\u0400-\\u0525\\u1e00-\\u1efb\\u2000-\\u2064\\u2070-\\u209c' +
    '\\u20a0-\\u20b5\\u20b8-\\u20ba\\u20bd\\u2100-\\u2109\\u210b-\\u2149\\u2190-\\u22ff]$',
  'u',
)
const isPrintable = (letter: string) => printable.test(letter)

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

/** Signs beside letters, as in transcribed names: their usual stand-ins. */
const standIns: Record<string, string> = { ʿ: '‘', ʻ: '‘', ʽ: '‘', ˋ: '‘', ʾ: '’', ʼ: '’', ʹ: '’', ˈ: '’', ʺ: '”' }

/** A letter as the font has it: of ligatures and wide forms, the plain letters. */
function folded(letter: string): string {
  if (isPrintable(letter)) return letter
  const plain = standIns[letter] ?? letter.normalize('NFKC')
  return [...plain].every(isPrintable) ? plain : letter
}

/** A text as a paper prints it: composed, in few lines, in letters of the font, and without pictures that it could not print. */
export function printedText(text: string): string {
  const composed = text
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
  const letters = [...composed]
    .flatMap((letter) => [...folded(letter)])
    .filter((letter) => isPrintable(letter) || !pictures.test(letter))
    .join('')
  return composed.includes('\n') ? fewLines(letters) : letters
}

/** The letters of a text that no paper can print, each of them once, ten at most; empty where all can be printed. */
export function unprintableLetters(text: string): string {
  const printed = printedText(text)
  const letters = [...printed].filter((letter) => !isPrintable(letter))
  letters.push(...(tower.exec(printed)?.[0] ?? ''))
  return [...new Set(letters)].slice(0, most).join('')
}

export const arePrintable = (...texts: (string | undefined)[]) => unprintableLetters(texts.join('')) === ''
