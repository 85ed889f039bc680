/** JSON Schema pattern of a text without line breaks and other control characters. */
export const oneLinePattern = '^[^\\p{Cc}\\u2028\\u2029]*$'

/** Makes a text one line: a run of line breaks and other control characters becomes a space. */
export function oneLine(text: string): string {
  return text.replace(/ *[\p{Cc}\u2028\u2029]+ */gu, ' ').trim()
}
