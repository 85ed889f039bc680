/** JSON Schema pattern of a text without line breaks and other control characters. */
export const oneLinePattern = '^[^\\p{Cc}\\u2028\\u2029]*$'

/** Makes a text one line: a run of line breaks and other control characters becomes a space. */
export function oneLine(text: string): string {
  // the spaces beside each run are cut apart from it: a pattern for all three reads long runs of spaces again and again
  const lines = text.split(/[\p{Cc}\u2028\u2029]+/u).map((line) => line.trim())
  return lines.filter(Boolean).join(' ')
}

/** Signs that reverse the text around them. */
const direction = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** One line that reads as it is written: `photo` + U+202E + `fdp.exe` would be shown as `photoexe.pdf`. */
export function plainLine(text: string): string {
  return oneLine(text.replace(direction, ''))
}
